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

export interface MonthDate {
  date: CalendarDate;
  state: 'past' | 'open' | 'beyond';
  /** Null unless the date is beyond the plan. */
  schedulableFrom: DayKey | null;
}

/**
 * A date is open when its prefilled due time is valid in the form. Until the horizon is loaded, every date
 * from today on is open and the server decides.
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
