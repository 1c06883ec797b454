import {
  dayKey,
  formatDayMonth,
  formatTime,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';

/** Formats an instant relative to today: `hoje, 14:32`, `ontem, 14:32` or `12 de junho, 14:32`. */
export function formatLastUse(instant: Date, now: Date): string {
  const day = dayKey(instant);
  const time = formatTime(instant);
  if (day === dayKey(now)) return `hoje, ${time}`;
  if (day === dayKey(startOfDay(dayKey(now), -1))) return `ontem, ${time}`;
  return `${formatDayMonth(instant)}, ${time}`;
}
