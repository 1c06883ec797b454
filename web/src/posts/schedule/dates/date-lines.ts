import { dayKey } from '@pontual/contract/brasilia-time.ts';
import { afterLead, faultOfTime, type Horizon } from '../../create/when/bounds.ts';
import { prefillFor } from '../../create/when/prefill.ts';
import { addDays, addMonths, firstDay, type DayKey, type MonthKey } from '../month-grid.ts';
import { datesOf, type CalendarDate } from './calendar-dates.ts';

/** A date of a month, and whether a post can be made for it. */
export interface DateLine {
  date: CalendarDate;
  state: 'past' | 'open' | 'beyond';
  /** The day from which on the plan reaches it; null unless it is beyond. */
  reachedOn: DayKey | null;
}

/**
 * What a month celebrates. A date is open when the hour that it would be given (`prefillFor`) is one
 * that the form takes; while the horizon is not known, the server decides.
 */
export function dateLines(month: MonthKey, now: Date, horizon: Horizon | null): DateLine[] {
  const lastDay = addDays(firstDay(addMonths(month, 1)), -1);
  return datesOf(firstDay(month), lastDay).map((date): DateLine => {
    if (date.day < dayKey(now)) return { date, state: 'past', reachedOn: null };
    const fault = faultOfTime(prefillFor(date.day, now), now, { min: afterLead, horizon });
    return fault === null || horizon === null
      ? { date, state: 'open', reachedOn: null }
      : { date, state: 'beyond', reachedOn: addDays(date.day, -horizon.days) };
  });
}
