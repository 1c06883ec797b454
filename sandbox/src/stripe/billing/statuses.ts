import type { Period, Subscription } from '../objects.ts';

export const isEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

export function getPeriod({ items }: Subscription): Period {
  const [item] = items.data;
  return { start: item.current_period_start, end: item.current_period_end };
}
