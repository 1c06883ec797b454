import type { Period, Subscription } from '../objects.ts';

/** Returns whether the subscription has ended for good. */
export const isEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Returns the billing period. */
export function getPeriod({ items }: Subscription): Period {
  const [item] = items.data;
  return { start: item.current_period_start, end: item.current_period_end };
}
