import { dayKey, formatTime, fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import { MIN_LEAD_MS } from '@pontual/contract/posts.ts';

/** A day and an hour as the fields hold them, on Brasília's clock; empty while not chosen. */
export interface WallFields {
  /** `2026-06-09` */
  date: string;
  /** `18:00` */
  time: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `Daqui a`, in the order shown. */
export const quickShortcuts = [
  { label: '5 min', ms: 5 * MINUTE },
  { label: '15 min', ms: 15 * MINUTE },
  { label: '30 min', ms: 30 * MINUTE },
  { label: '1 h', ms: HOUR },
  { label: '2 h', ms: 2 * HOUR },
  { label: '5 h', ms: 5 * HOUR },
  { label: '1 dia', ms: DAY },
  { label: '3 dias', ms: 3 * DAY },
  { label: '1 semana', ms: 7 * DAY },
] as const;

export function toFields(instant: Date): WallFields {
  return { date: dayKey(instant), time: formatTime(instant) };
}

/** The instant that the fields name, or null when they name none. */
export function fromFields({ date, time }: WallFields): Date | null {
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
function wholeMinute(instant: number): Date {
  return new Date(Math.ceil(instant / MINUTE) * MINUTE);
}

/** The earliest that the form offers. */
export function earliest(now: Date): Date {
  return wholeMinute(now.getTime() + MIN_LEAD_MS);
}

/** Whether a chosen instant is one the form accepts. */
export function isOffered(instant: Date | null, now: Date): instant is Date {
  return instant !== null && instant.getTime() >= now.getTime() + MIN_LEAD_MS;
}

/** What a `Daqui a` shortcut sets: never sooner than it says. */
export function inFuture(now: Date, ms: number): WallFields {
  return toFields(wholeMinute(now.getTime() + ms));
}

export interface PopularTime {
  day: 'Hoje' | 'Amanhã';
  time: string;
  fields: WallFields;
}

/**
 * 18:00 and 20:00 today, 12:00 and 19:00 tomorrow. An hour of today that is gone is left out, save
 * 18:00, which then means tomorrow.
 */
export function popularTimes(now: Date): PopularTime[] {
  const at = (day: PopularTime['day'], hour: number): PopularTime & { instant: Date } => {
    const today = toBrasilia(now);
    const instant = fromBrasilia({
      ...today,
      day: today.day + (day === 'Hoje' ? 0 : 1),
      hour,
      minute: 0,
    });
    return { day, time: formatTime(instant), fields: toFields(instant), instant };
  };
  const evening = at('Hoje', 18);
  const times = [
    isOffered(evening.instant, now) ? evening : at('Amanhã', 18),
    at('Hoje', 20),
    at('Amanhã', 12),
    at('Amanhã', 19),
  ];
  return times
    .filter(({ instant }) => isOffered(instant, now))
    .sort((a, b) => a.instant.getTime() - b.instant.getTime())
    .map(({ day, time, fields }) => ({ day, time, fields }));
}

/** What a click on an empty day prefills: noon, or the next full hour when the day is today. */
export function prefillFor(day: string, now: Date): WallFields {
  if (day !== dayKey(now)) return { date: day, time: '12:00' };
  const wall = toBrasilia(new Date(now.getTime() + MIN_LEAD_MS));
  return toFields(fromBrasilia({ ...wall, hour: wall.hour + 1, minute: 0 }));
}
