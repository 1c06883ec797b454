import {
  dayKey,
  fromBrasilia,
  startOfDay,
  toBrasilia,
  weekOf,
} from '@pontual/contract/shared/brasilia-time.ts';

/** In Brasília, on Mondays. */
const SEND_HOUR = 8;

const atSendTime = (day: Date) => fromBrasilia({ ...toBrasilia(day), hour: SEND_HOUR, minute: 0 });
const daysAfter = (instant: Date, days: number) => startOfDay(dayKey(instant), days);

/** The last Monday, 08:00; identifies the week whose summary is sent from then on. */
export function lastSummary(now: Date): Date {
  const monday = daysAfter(weekOf(now).from, 1);
  return now < atSendTime(monday) ? atSendTime(daysAfter(monday, -7)) : atSendTime(monday);
}

export const nextSummary = (week: Date): Date => atSendTime(daysAfter(week, 7));
export const summaryBefore = (week: Date): Date => atSendTime(daysAfter(week, -7));
