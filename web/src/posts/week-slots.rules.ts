import { fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { WeeklyTime, QueueSlot } from '@pontual/contract/planning/queue.ts';
import { weekdays } from '../ui/dates/weekdays.ts';

export { weekdays };

/** 1080 gives `18:00`. */
export const formatMinute = (minute: number): string =>
  `${padTwo(Math.floor(minute / 60))}:${padTwo(minute % 60)}`;
const padTwo = (value: number) => String(value).padStart(2, '0');

/** Null for other text than `18:00`. */
export function parseMinute(time: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

/** `terça às 18:00` */
export const slotLabel = ({ weekday, minute }: WeeklyTime): string =>
  `${weekdays[weekday]} às ${formatMinute(minute)}`;

/** Sunday first. */
export function slotsByDay(slots: readonly QueueSlot[]): { weekday: number; slots: QueueSlot[] }[] {
  return weekdays
    .map((_, weekday) => ({
      weekday,
      slots: slots
        .filter((slot) => slot.weekday === weekday)
        .toSorted((a, b) => a.minute - b.minute),
    }))
    .filter((day) => day.slots.length > 0);
}

export function nextOccurrence({ weekday, minute }: WeeklyTime, after: Date): Date {
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

export const hasSlot = (slots: readonly WeeklyTime[], { weekday, minute }: WeeklyTime): boolean =>
  slots.some((slot) => slot.weekday === weekday && slot.minute === minute);
