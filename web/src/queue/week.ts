import { fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { HourOfWeek, Slot } from '@pontual/contract/queue.ts';
import { weekdays } from '../analytics/hours-grid.ts';

export { weekdays };

/** `18:00` of the 1080th minute of a day. */
export const timeOf = (minute: number): string =>
  `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const two = (value: number) => String(value).padStart(2, '0');

/** The minute of the day of `18:00`; null of anything else. */
export function minuteOf(time: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

/** `terça às 18:00` */
export const hourName = ({ weekday, minute }: HourOfWeek): string =>
  `${weekdays[weekday]} às ${timeOf(minute)}`;

/** The hours of each day that has any, Sunday first. */
export function slotsByDay(slots: readonly Slot[]): { weekday: number; slots: Slot[] }[] {
  return weekdays
    .map((_, weekday) => ({
      weekday,
      slots: slots
        .filter((slot) => slot.weekday === weekday)
        .toSorted((a, b) => a.minute - b.minute),
    }))
    .filter((day) => day.slots.length > 0);
}

/** The first time after an instant at which an hour of the week comes. */
export function nextOf({ weekday, minute }: HourOfWeek, after: Date): Date {
  const wall = toBrasilia(after);
  const today = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
  const at = (days: number) =>
    fromBrasilia({
      ...wall,
      day: wall.day + days,
      hour: Math.floor(minute / 60),
      minute: minute % 60,
    });
  const days = (weekday - today + 7) % 7;
  const first = at(days);
  return first > after ? first : at(days + 7);
}

/** Whether the week has that hour already. */
export const hasHour = (slots: readonly HourOfWeek[], { weekday, minute }: HourOfWeek): boolean =>
  slots.some((slot) => slot.weekday === weekday && slot.minute === minute);
