/** The time zone of the product; no other module names it. */
export const BRASILIA = 'America/Sao_Paulo';

interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const partsFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: BRASILIA,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

const HOUR_MS = 3_600_000;
/** By hour since 1970: clock changes happen on the hour, and Intl is slow. */
const offsets = new Map<number, number>();
const MAX_CACHED_OFFSETS = 10_000;

/** Returns the UTC offset of Brasília at an instant, in ms (negative: behind UTC). */
function offsetAt(instant: number): number {
  const hour = Math.floor(instant / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const parts = new Map(
    partsFormat.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
  );
  const offset = shown - hour * HOUR_MS;
  if (offsets.size === MAX_CACHED_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** @throws RangeError for an invalid date */
export function toBrasilia(instant: Date): WallTime {
  const shown = new Date(instant.getTime() + offsetAt(instant.getTime()));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  };
}

/** Out-of-range parts roll over (day 0: end of last month). A skipped time becomes the next one. */
export function fromBrasilia(wall: WallTime): Date {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  // The first guess may be on the wrong side of a clock change; in its gap, the later guess is the right one.
  const guess = asUtc - offsetAt(asUtc);
  const better = asUtc - offsetAt(guess);
  const isShown = better + offsetAt(better) === asUtc;
  return new Date(isShown ? better : Math.max(guess, better));
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

export function dayKey(instant: Date): string {
  const { year, month, day } = toBrasilia(instant);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Returns midnight in Brasília at the start of the day with this key, plus `days`. */
export function startOfDay(key: string, days = 0): Date {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number);
  return fromBrasilia({ year, month, day: day + days, hour: 0, minute: 0 });
}

/** Returns the weekday of a day such as `2026-06-09`; 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Returns the half-open interval of the month in Brasília that contains an instant. */
export function monthOf(instant: Date): { from: Date; to: Date } {
  const { year, month } = toBrasilia(instant);
  const first = { year, month, day: 1, hour: 0, minute: 0 };
  return { from: fromBrasilia(first), to: fromBrasilia({ ...first, month: month + 1 }) };
}

/** Returns the half-open interval of the week (Sunday to Saturday) in Brasília that contains an instant. */
export function weekOf(instant: Date): { from: Date; to: Date } {
  const { year, month, day } = toBrasilia(instant);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const sunday = { year, month, day: day - weekday, hour: 0, minute: 0 };
  return { from: fromBrasilia(sunday), to: fromBrasilia({ ...sunday, day: sunday.day + 7 }) };
}

// The mark lets a build leave out formats that it does not use.
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('pt-BR', { timeZone: BRASILIA, ...options });
  return (instant: Date) => formatter.format(instant);
};

export const formatTime = /* @__PURE__ */ format({ hour: '2-digit', minute: '2-digit' });
export const formatDate = /* @__PURE__ */ format({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
export const formatDayMonth = /* @__PURE__ */ format({ day: 'numeric', month: 'long' });
/** Returns `terça-feira, 9 de junho de 2026`. */
export const formatFullDay = /* @__PURE__ */ format({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
export const formatYear = /* @__PURE__ */ format({ year: 'numeric' });
export const formatMonth = /* @__PURE__ */ format({ month: 'long', year: 'numeric' });
export const formatMonthName = /* @__PURE__ */ format({ month: 'long' });
const longWeekday = /* @__PURE__ */ format({ weekday: 'long' });

/** Returns the short weekday of everyday speech: `terça`, `sábado`. */
export function formatWeekday(instant: Date): string {
  return longWeekday(instant).replace('-feira', '');
}
