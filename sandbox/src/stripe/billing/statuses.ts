import type { Subscription } from '../objects.ts';

/** Will nothing ever happen to this subscription again? */
export const isEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** What every item of a subscription is billed for; all have the same period. */
export function getPeriod({ items }: Subscription): { start: number; end: number } {
  const [item] = items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}
