import { useEffect } from 'react';
import { whenIdle } from '../ui/when-idle.ts';
import { usePrefetchMonth } from '../posts/lists-queries.ts';
import { addMonths, monthOfDay, type DayKey } from '../ui/dates/month-grid.ts';

/** The month is then available offline. */
export function usePrefetchNextMonth(today: DayKey, isSettled: boolean): void {
  const prefetchMonth = usePrefetchMonth();
  const month = addMonths(monthOfDay(today), 1);
  useEffect(
    () => (isSettled ? whenIdle(() => prefetchMonth(month)) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- prefetchMonth is another function each time
    [month, isSettled],
  );
}
