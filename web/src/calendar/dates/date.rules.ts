import { weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';
import { addDays, firstDay, type DayKey } from '../../ui/dates/month-grid.ts';

/** Sunday is 0. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type DateRule =
  /** The same day each year, as `06-12`. */
  | { on: string }
  /** The nth weekday of a month (1 to 12), plus a number of days. */
  | { nth: 1 | 2 | 3 | 4; weekday: Weekday; month: number; plus?: number }
  /** Days after Easter Sunday; a negative number is before it. */
  | { fromEaster: number };

const padTwo = (value: number) => String(value).padStart(2, '0');

/** Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): DayKey {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const corrected = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + corrected + 15) % 30;
  const leapWeekdays = 2 * (century % 4) + 2 * Math.floor(ofCentury / 4);
  const toSunday = (32 + leapWeekdays - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const day = epact + toSunday - 7 * late + 114;
  return `${year}-${padTwo(Math.floor(day / 31))}-${padTwo((day % 31) + 1)}`;
}

export function resolveDay(rule: DateRule, year: number): DayKey {
  if ('on' in rule) return `${year}-${rule.on}`;
  if ('fromEaster' in rule) return addDays(easterSunday(year), rule.fromEaster);
  const first = firstDay(`${year}-${padTwo(rule.month)}`);
  const toWeekday = (rule.weekday - weekdayOf(first) + 7) % 7;
  return addDays(first, toWeekday + 7 * (rule.nth - 1) + (rule.plus ?? 0));
}
