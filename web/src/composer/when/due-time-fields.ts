import type { Recurrence } from './recurrence.rules.ts';
import { dayKey, formatTime, fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';

/** A day and an hour as the fields hold them, on Brasília's clock; empty while not chosen. */
export interface DueTimeFields {
  /** `2026-06-09` */
  date: string;
  /** `18:00` */
  time: string;
  /** It is the queue's: once another post has it, the next that is free is meant. */
  isFromQueue?: true;
  /** It comes again; its own day is the first. */
  repeat?: Recurrence;
}

/** Nothing chosen. */
export const emptyDueTime: DueTimeFields = { date: '', time: '' };

const MINUTE = 60_000;

export function toDueTimeFields(instant: Date): DueTimeFields {
  return { date: dayKey(instant), time: formatTime(instant) };
}

/** The instant that the fields name, or null when they name none. */
export function parseDueTimeFields({ date, time }: DueTimeFields): Date | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const clock = /^(\d{2}):(\d{2})/.exec(time);
  if (day === null || clock === null) return null;
  const [, year, month, dayOfMonth] = day.map(Number);
  const [, hour, minute] = clock.map(Number);
  return fromBrasilia({
    year: year ?? 0,
    month: month ?? 1,
    day: dayOfMonth ?? 1,
    hour: hour ?? 0,
    minute: minute ?? 0,
  });
}

/** The first whole minute that is not before an instant: the fields know no seconds. */
export function ceilToMinute(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / MINUTE) * MINUTE);
}

/** The last whole minute that is not after an instant. */
export function floorToMinute(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / MINUTE) * MINUTE);
}
