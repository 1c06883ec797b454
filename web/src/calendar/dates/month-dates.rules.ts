import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import {
  earliestAfterLead,
  validateTime,
  type Horizon,
} from '../../composer/when/time-bounds.rules.ts';
import { prefillTime } from '../../composer/when/prefill.ts';
import {
  addDays,
  addMonths,
  firstDay,
  type DayKey,
  type MonthKey,
} from '../../ui/dates/month-grid.ts';
import { listCalendarDates, type CalendarDate } from './calendar-dates.ts';

/** A date of a month, and whether a post can be made for it. */
export interface MonthDate {
  date: CalendarDate;
  state: 'past' | 'open' | 'beyond';
  /** The day from which on the plan reaches it; null unless it is beyond. */
  schedulableFrom: DayKey | null;
}

/**
 * What a month celebrates. A date is open when the hour that it would be given (`prefillTime`) is one
 * that the form takes; while the horizon is not known, the server decides.
 */
export function listMonthDates(month: MonthKey, now: Date, horizon: Horizon | null): MonthDate[] {
  const lastDay = addDays(firstDay(addMonths(month, 1)), -1);
  return listCalendarDates(firstDay(month), lastDay).map((date): MonthDate => {
    if (date.day < dayKey(now)) return { date, state: 'past', schedulableFrom: null };
    const timeError = validateTime(prefillTime(date.day, now), now, {
      min: earliestAfterLead,
      horizon,
    });
    return timeError === null || horizon === null
      ? { date, state: 'open', schedulableFrom: null }
      : { date, state: 'beyond', schedulableFrom: addDays(date.day, -horizon.days) };
  });
}
