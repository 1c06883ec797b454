import { normalizeText } from './normalize-text.ts';

/** Months run from 1 to 12. */
export interface ParsedDate {
  year: number;
  month: number;
  day: number;
}
export interface TimeOfDay {
  hour: number;
  minute: number;
}

export type ParseResult<T> =
  | { value: T }
  | { reason: 'missing' }
  | { reason: 'unreadable' }
  | { reason: 'nonexistent'; message: string };

const months = [
  ['janeiro', 'jan'],
  ['fevereiro', 'fev'],
  ['marco', 'mar'],
  ['abril', 'abr'],
  ['maio', 'mai'],
  ['junho', 'jun'],
  ['julho', 'jul'],
  ['agosto', 'ago'],
  ['setembro', 'set'],
  ['outubro', 'out'],
  ['novembro', 'nov'],
  ['dezembro', 'dez'],
] as const;
const monthByName = new Map<string, number>(
  months.flatMap((names, index) => names.map((name) => [name, index + 1])),
);

/** `seg, `, `terça-feira ` */
const weekdayPrefix = /^(?:seg|ter|qua|qui|sex|sab|dom)[a-z]*\.?(?:-feira)?,?\s+/;
const numericDate = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})(?:\s*[/.-]\s*(\d{2}|\d{4}))?$/;
const yearFirstDate = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/;
const monthNameDate =
  /^(\d{1,2})[ºo°]?[\s/.-]*(?:de\s+)?([a-z]+)\.?(?:[\s/.-]*(?:de\s+)?(\d{2}|\d{4}))?$/;

const padTwo = (value: number) => String(value).padStart(2, '0');
const daysInMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
const isBefore = (one: ParsedDate, other: ParsedDate) =>
  Date.UTC(one.year, one.month - 1, one.day) < Date.UTC(other.year, other.month - 1, other.day);

/** A day without a year that passed at most so many days ago is not a day of next year. */
const RECENT_PAST_DAYS = 90;

export function parseDay(text: string, today: ParsedDate): ParseResult<ParsedDate> {
  const normalized = normalizeText(text).replace(weekdayPrefix, '');
  if (normalized === '') return { reason: 'missing' };
  if (normalized === 'hoje') return { value: today };
  if (normalized === 'amanha') return { value: daysAfter(today, 1) };
  const parts = parseDateParts(normalized);
  if (parts === undefined) return { reason: 'unreadable' };
  const { day, month, year } = parts;
  if (month < 1 || month > 12) {
    return {
      reason: 'nonexistent',
      message: `O mês ${padTwo(month)} não existe. Escreva o dia antes do mês`,
    };
  }
  if (year !== undefined) return validateDay({ year, month, day });
  const resolved = firstDateFrom({ month, day }, daysAfter(today, -RECENT_PAST_DAYS));
  return resolved === undefined
    ? validateDay({ year: today.year, month, day })
    : { value: resolved };
}

/** Undefined when neither that year nor the next has the date. */
export function firstDateFrom(
  { month, day }: Omit<ParsedDate, 'year'>,
  from: ParsedDate,
): ParsedDate | undefined {
  return [from.year, from.year + 1]
    .map((year) => ({ year, month, day }))
    .find((each) => !isBefore(each, from) && isValidDay(each));
}

/** `28/11/2026` */
export const formatParsedDate = ({ year, month, day }: ParsedDate): string =>
  `${padTwo(day)}/${padTwo(month)}/${year}`;

interface DateParts {
  day: number;
  month: number;
  year: number | undefined;
}

function parseDateParts(text: string): DateParts | undefined {
  const first = yearFirstDate.exec(text);
  if (first !== null) {
    return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) };
  }
  const numbers = numericDate.exec(text);
  if (numbers !== null) {
    return { day: Number(numbers[1]), month: Number(numbers[2]), year: parseYear(numbers[3]) };
  }
  const monthNameMatch = monthNameDate.exec(text);
  const month = monthByName.get(monthNameMatch?.[2] ?? '');
  if (monthNameMatch === null || month === undefined) return undefined;
  return { day: Number(monthNameMatch[1]), month, year: parseYear(monthNameMatch[3]) };
}

function parseYear(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

const isValidDay = ({ year, month, day }: ParsedDate) =>
  day >= 1 && day <= daysInMonth(year, month);

function validateDay(day: ParsedDate): ParseResult<ParsedDate> {
  if (isValidDay(day)) return { value: day };
  return {
    reason: 'nonexistent',
    message: `O dia ${formatParsedDate(day)} não existe`,
  };
}

function daysAfter({ year, month, day }: ParsedDate, days: number): ParsedDate {
  const later = new Date(Date.UTC(year, month - 1, day + days));
  return {
    year: later.getUTCFullYear(),
    month: later.getUTCMonth() + 1,
    day: later.getUTCDate(),
  };
}

const timePattern =
  /^(\d{1,2})\s*(?:(?::|h|\.)\s*(\d{2})?\s*(?:min|m|h)?|horas?)?(?::\d{2})?\s*(am|pm)?$/;
const namedTimes: Record<string, TimeOfDay> = {
  'meio-dia': { hour: 12, minute: 0 },
  'meio dia': { hour: 12, minute: 0 },
  'meia-noite': { hour: 0, minute: 0 },
  'meia noite': { hour: 0, minute: 0 },
};

/** `18:30`, `18h30`, `18h`, `18` */
export function parseTimeOfDay(text: string): ParseResult<TimeOfDay> {
  const normalized = normalizeText(text).replace(/^as /, '');
  if (normalized === '') return { reason: 'missing' };
  const namedTime = namedTimes[normalized];
  if (namedTime !== undefined) return { value: namedTime };
  const found = timePattern.exec(normalized);
  if (found === null) return { reason: 'unreadable' };
  const [, hours = '', minutes = '0', meridiem] = found;
  const [writtenHour, minute] = [Number(hours), Number(minutes)];
  const hour =
    meridiem === undefined ? writtenHour : (writtenHour % 12) + (meridiem === 'pm' ? 12 : 0);
  const isValidTime = hour <= 23 && minute <= 59 && (meridiem === undefined || writtenHour <= 12);
  if (isValidTime) return { value: { hour, minute } };
  return { reason: 'nonexistent', message: `A hora ${text.trim()} não existe` };
}

const trailingTime =
  /^(.*\S)(?:\s+|T)(\d{1,2}\s*(?::|h)\s*(?:\d{2})?(?:min|m|:\d{2})?\s*(?:[ap]m)?)$/iu;
const daySeparator = /(?:,|\s+[àa]s)$/iu;

/** The time is empty when the cell has none. */
export function splitDayAndTime(text: string): { day: string; time: string } {
  const [, day, time] = trailingTime.exec(text.trim()) ?? [];
  if (day === undefined || time === undefined) return { day: text.trim(), time: '' };
  return { day: day.replace(daySeparator, ''), time };
}
