import type { Recurrence } from './recurrence.rules.ts';
import { dayKey, formatTime, fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';

/** In Brasília time; empty while not chosen. */
export interface DueTimeFields {
  /** `2026-06-09` */
  date: string;
  /** `18:00` */
  time: string;
  /** The time comes from a queue slot: if another post takes the slot, the next free one is used. */
  isFromQueue?: true;
  /** The post's own day is the first occurrence. */
  repeat?: Recurrence;
}

export const emptyDueTime: DueTimeFields = { date: '', time: '' };

const MINUTE = 60_000;

export function toDueTimeFields(instant: Date): DueTimeFields {
  return { date: dayKey(instant), time: formatTime(instant) };
}

/** Null if the fields are incomplete or invalid. */
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

/** The fields have no seconds. */
export function ceilToMinute(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / MINUTE) * MINUTE);
}

export function floorToMinute(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / MINUTE) * MINUTE);
}
