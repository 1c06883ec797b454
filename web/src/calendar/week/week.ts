import { formatDayMonth, startOfDay, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { addDays, monthOfDay, weekBounds, type DayKey } from '../../ui/dates/month-grid.ts';
import { dateText } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../../posts/due-at.ts';

export function weekDays(day: DayKey): DayKey[] {
  const { sunday } = weekBounds(day);
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

/** `22 a 28 de novembro`, `29 de novembro a 5 de dezembro`; the year as in `dateText`. */
export function weekTitle(day: DayKey, now: Date): string {
  const { sunday, saturday } = weekBounds(day);
  const end = dateText(saturday, now);
  const isSameMonth = monthOfDay(sunday) === monthOfDay(saturday);
  const begin = isSameMonth ? Number(sunday.slice(8)) : formatDayMonth(startOfDay(sunday));
  return `${begin} a ${end}`;
}

export function minuteOfDay(instant: Date): number {
  const { hour, minute } = toBrasilia(instant);
  return hour * 60 + minute;
}

/** 0 for a post without a due time. */
export function hourOfPost(post: Post): number {
  const dueAt = getDueAt(post);
  return dueAt === null ? 0 : Math.floor(minuteOfDay(dueAt) / 60);
}
