import { useEffect } from 'react';
import { whenIdle } from '../../offline/idle.ts';
import { useMonthAhead } from '../lists.queries.ts';
import { addMonths, monthOfDay, type DayKey } from './month-grid.ts';

/** Asks for the month after today's when there is time: it is read without a line as well. */
export function useComingMonth(today: DayKey, isSettled: boolean): void {
  const ask = useMonthAhead();
  const month = addMonths(monthOfDay(today), 1);
  // The page's idle time is the browser's.
  // oxlint-disable-next-line react/exhaustive-deps -- ask is another function each time
  useEffect(() => (isSettled ? whenIdle(() => ask(month)) : undefined), [month, isSettled]);
}
