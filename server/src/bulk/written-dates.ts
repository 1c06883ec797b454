import { plain } from './written-words.ts';

/** A day of the calendar; months run from 1 to 12. */
export interface Day {
  year: number;
  month: number;
  day: number;
}
export interface Hour {
  hour: number;
  minute: number;
}

/** What somebody wrote for a day or an hour: read, or why it cannot be. */
export type Written<T> =
  | { value: T }
  | { fault: 'missing' }
  | { fault: 'unreadable' }
  /** `said` is what does not exist. */
  | { fault: 'nonexistent'; said: string };

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

/** `seg, `, `terça-feira `: what a spreadsheet puts before a day. */
const weekday = /^(?:seg|ter|qua|qui|sex|sab|dom)[a-z]*\.?(?:-feira)?,?\s+/;
const inNumbers = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})(?:\s*[/.-]\s*(\d{2}|\d{4}))?$/;
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/;
const inWords =
  /^(\d{1,2})[ºo°]?[\s/.-]*(?:de\s+)?([a-z]+)\.?(?:[\s/.-]*(?:de\s+)?(\d{2}|\d{4}))?$/;

const two = (value: number) => String(value).padStart(2, '0');
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const isBefore = (one: Day, other: Day) =>
  Date.UTC(one.year, one.month - 1, one.day) < Date.UTC(other.year, other.month - 1, other.day);

/** Whoever writes a day of so few days ago means that one, and not the same a year later. */
const JUST_PASSED_DAYS = 90;

/** A day as people write it; without a year it is one that has just passed, or else the next of that date. */
export function readDay(text: string, today: Day): Written<Day> {
  const said = plain(text).replace(weekday, '');
  if (said === '') return { fault: 'missing' };
  if (said === 'hoje') return { value: today };
  if (said === 'amanha') return { value: daysAfter(today, 1) };
  const parts = partsOf(said);
  if (parts === undefined) return { fault: 'unreadable' };
  const { day, month, year } = parts;
  if (month < 1 || month > 12) {
    return {
      fault: 'nonexistent',
      said: `O mês ${two(month)} não existe. Escreva o dia antes do mês`,
    };
  }
  if (year !== undefined) return existing({ year, month, day });
  const meant = firstSince({ month, day }, daysAfter(today, -JUST_PASSED_DAYS));
  return meant === undefined ? existing({ year: today.year, month, day }) : { value: meant };
}

/** The first day of that date from another one on; undefined where neither that year nor the next has it. */
export function firstSince({ month, day }: Omit<Day, 'year'>, from: Day): Day | undefined {
  return [from.year, from.year + 1]
    .map((year) => ({ year, month, day }))
    .find((each) => !isBefore(each, from) && isDay(each));
}

/** `28/11/2026` */
export const dayText = ({ year, month, day }: Day): string => `${two(day)}/${two(month)}/${year}`;

interface Parts {
  day: number;
  month: number;
  year: number | undefined;
}

function partsOf(said: string): Parts | undefined {
  const first = yearFirst.exec(said);
  if (first !== null) {
    return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) };
  }
  const numbers = inNumbers.exec(said);
  if (numbers !== null) {
    return { day: Number(numbers[1]), month: Number(numbers[2]), year: yearOf(numbers[3]) };
  }
  const words = inWords.exec(said);
  const month = monthByName.get(words?.[2] ?? '');
  if (words === null || month === undefined) return undefined;
  return { day: Number(words[1]), month, year: yearOf(words[3]) };
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

const isDay = ({ year, month, day }: Day) => day >= 1 && day <= daysIn(year, month);

function existing(day: Day): Written<Day> {
  if (isDay(day)) return { value: day };
  return {
    fault: 'nonexistent',
    said: `O dia ${dayText(day)} não existe`,
  };
}

function daysAfter({ year, month, day }: Day, days: number): Day {
  const later = new Date(Date.UTC(year, month - 1, day + days));
  return {
    year: later.getUTCFullYear(),
    month: later.getUTCMonth() + 1,
    day: later.getUTCDate(),
  };
}

const ofClock =
  /^(\d{1,2})\s*(?:(?::|h|\.)\s*(\d{2})?\s*(?:min|m|h)?|horas?)?(?::\d{2})?\s*(am|pm)?$/;
const named: Record<string, Hour> = {
  'meio-dia': { hour: 12, minute: 0 },
  'meio dia': { hour: 12, minute: 0 },
  'meia-noite': { hour: 0, minute: 0 },
  'meia noite': { hour: 0, minute: 0 },
};

/** An hour as people write it: `18:30`, `18h30`, `18h`, `18`. */
export function readHour(text: string): Written<Hour> {
  const said = plain(text).replace(/^as /, '');
  if (said === '') return { fault: 'missing' };
  const word = named[said];
  if (word !== undefined) return { value: word };
  const found = ofClock.exec(said);
  if (found === null) return { fault: 'unreadable' };
  const [, hours = '', minutes = '0', half] = found;
  const [written, minute] = [Number(hours), Number(minutes)];
  const hour = half === undefined ? written : (written % 12) + (half === 'pm' ? 12 : 0);
  const isShown = hour <= 23 && minute <= 59 && (half === undefined || written <= 12);
  if (isShown) return { value: { hour, minute } };
  return { fault: 'nonexistent', said: `A hora ${text.trim()} não existe` };
}

/** Where a day ends and its hour begins, in a cell that holds both. */
const hourAtEnd =
  /^(.*\S)(?:\s+|T)(\d{1,2}\s*(?::|h)\s*(?:\d{2})?(?:min|m|:\d{2})?\s*(?:[ap]m)?)$/iu;
const between = /(?:,|\s+[àa]s)$/iu;

/** A cell that may hold a day with its hour, as two; the hour is empty where there is none. */
export function splitDayAndHour(text: string): { day: string; hour: string } {
  const [, day, hour] = hourAtEnd.exec(text.trim()) ?? [];
  if (day === undefined || hour === undefined) return { day: text.trim(), hour: '' };
  return { day: day.replace(between, ''), hour };
}
