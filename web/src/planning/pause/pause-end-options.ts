import { dayKey, formatTime, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { parseDueTimeFields } from '../../composer/when/due-time-fields.ts';
import { relativeDay } from '../../ui/dates/day-text.ts';

const MORNING = '08:00';
const HOUR_MS = 3_600_000;
const MONDAY = 1;

export interface PauseEndOption {
  id: 'open' | 'hour' | 'tomorrow' | 'monday';
  label: string;
  /** Null means until a user resumes publishing. */
  until: Date | null;
}

export function listPauseEndOptions(now: Date): PauseEndOption[] {
  const today = dayKey(now);
  const morningIn = (days: number) =>
    parseDueTimeFields({ date: dayKey(startOfDay(today, days)), time: MORNING });
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const untilMonday = (MONDAY - weekday + 7) % 7 || 7;
  const ends: PauseEndOption[] = [
    { id: 'open', label: 'Até eu retomar', until: null },
    { id: 'hour', label: 'Por 1 hora', until: new Date(now.getTime() + HOUR_MS) },
    { id: 'tomorrow', label: 'Até amanhã às 8h', until: morningIn(1) },
  ];
  // On a Sunday, Monday is tomorrow.
  if (untilMonday > 1) {
    ends.push({ id: 'monday', label: 'Até segunda às 8h', until: morningIn(untilMonday) });
  }
  return ends;
}

/** `desde hoje, 14:32`, `desde terça, 24 de novembro, 09:10` */
export const sinceText = (since: Date, now: Date) =>
  `desde ${lowercaseFirst(relativeDay(since, now))}, ${formatTime(since)}`;

export const untilText = (until: Date, now: Date) =>
  `até ${lowercaseFirst(relativeDay(until, now))}, ${formatTime(until)}`;

const lowercaseFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
