import { dayKey, formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';

/** `às 14:32`, on another day `em 09/06/2026 às 14:32` */
export function answeredAtText(iso: string, now: Date): string {
  const at = new Date(iso);
  const timeText = `às ${formatTime(at)}`;
  return dayKey(at) === dayKey(now) ? timeText : `em ${formatDate(at)} ${timeText}`;
}
