import {
  dayKey,
  formatDayMonth,
  formatTime,
  formatWeekday,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { DayKey } from './month-grid.ts';

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `12 de junho`, with the year if it is not the current one. */
export function dateText(day: DayKey, now: Date): string {
  const start = startOfDay(day);
  const { year } = toBrasilia(start);
  const date = formatDayMonth(start);
  return year === toBrasilia(now).year ? date : `${date} de ${year}`;
}

export function dayHeading(key: DayKey, now: Date): { title: string; detail: string } {
  const day = startOfDay(key);
  const today = dayKey(now);
  const weekday = formatWeekday(day);
  const date = dateText(key, now);
  if (key === today) return { title: 'Hoje', detail: `${weekday}, ${date}` };
  if (key === dayKey(startOfDay(today, 1))) {
    return { title: 'Amanhã', detail: `${weekday}, ${date}` };
  }
  return { title: capitalize(weekday), detail: date };
}

const MINUTE = 60_000;

/** `em 3 h 28 min` */
export function countdown(now: Date, until: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / MINUTE);
  if (minutes <= 1) return 'em 1 min';
  if (minutes < 60) return `em ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `em ${Math.floor(hours / 24)} dias`;
  return minutes % 60 === 0 ? `em ${hours} h` : `em ${hours} h ${minutes % 60} min`;
}

/** `Hoje`, `Amanhã` or `Terça, 9 de junho` */
export function relativeDay(instant: Date, now: Date): string {
  const { title, detail } = dayHeading(dayKey(instant), now);
  return title === 'Hoje' || title === 'Amanhã' ? title : `${title}, ${detail}`;
}

/** `hoje 18:00`, `amanhã 12:00`, `12/06 18:00` */
export function compactDateTime(instant: Date, now: Date): string {
  const key = dayKey(instant);
  const { title } = dayHeading(key, now);
  const near = title === 'Hoje' || title === 'Amanhã';
  const [, month = '', day = ''] = key.split('-');
  return `${near ? title.toLowerCase() : `${day}/${month}`} ${formatTime(instant)}`;
}
