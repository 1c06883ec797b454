import {
  dayKey,
  formatDayMonth,
  formatTime,
  formatWeekday,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';

export function greeting(now: Date): string {
  const { hour } = toBrasilia(now);
  if (hour >= 5 && hour < 12) return 'Bom dia';
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite';
}

/** `terça, 9 de junho` */
export function weekdayAndDate(instant: Date): string {
  return `${formatWeekday(instant)}, ${formatDayMonth(instant)}`;
}

/** `hoje, 18:00`, `amanhã, 12:00` or `12 de junho, 18:00` */
export function shortDateTime(instant: Date, now: Date): string {
  const day = dayKey(instant);
  const time = formatTime(instant);
  if (day === dayKey(now)) return `hoje, ${time}`;
  if (day === dayKey(startOfDay(dayKey(now), 1))) return `amanhã, ${time}`;
  return `${formatDayMonth(instant)}, ${time}`;
}
