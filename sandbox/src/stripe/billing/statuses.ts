import type { Subscription } from '../objects.ts';

/** Returns whether the subscription has ended for good. */
export const isEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Returns the billing period, which all items of a subscription share. */
export function getPeriod({ items }: Subscription): { start: number; end: number } {
  const [item] = items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}
