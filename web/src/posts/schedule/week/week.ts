import { formatDayMonth, startOfDay, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { addDays, monthOfDay, weekEnds, type DayKey } from '../month-grid.ts';
import { dateInWords, plannedAt } from '../timeline-groups.ts';

/** The seven days of the week that a day lies in, Sunday first. */
export function weekDays(day: DayKey): DayKey[] {
  const { sunday } = weekEnds(day);
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

/** `22 a 28 de novembro`, `29 de novembro a 5 de dezembro`; the year as in `dateInWords`. */
export function weekTitle(day: DayKey, now: Date): string {
  const { sunday, saturday } = weekEnds(day);
  const end = dateInWords(saturday, now);
  const oneMonth = monthOfDay(sunday) === monthOfDay(saturday);
  const begin = oneMonth ? Number(sunday.slice(8)) : formatDayMonth(startOfDay(sunday));
  return `${begin} a ${end}`;
}

/** Where an instant lies on its day, in minutes from midnight on Brasília's clock. */
export function minuteOf(instant: Date): number {
  const { hour, minute } = toBrasilia(instant);
  return hour * 60 + minute;
}

/** The hour in which a post begins; 0 for one without. */
export function hourOf(post: Post): number {
  const planned = plannedAt(post);
  return planned === null ? 0 : Math.floor(minuteOf(planned) / 60);
}
