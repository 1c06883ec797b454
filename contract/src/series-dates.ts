import { fromBrasilia } from './brasilia-time.ts';
import type { RepeatRule } from './series-rule.ts';

const DAY_MS = 86_400_000;

/** The days of a calendar, counted from 1970 on: no zone and no clock changes them. */
function numberOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / DAY_MS;
}
const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** 1970 began on a Thursday. */
const weekdayOf = (number: number) => (number + 4) % 7;
const weekOf = (number: number) => Math.floor((number + 4) / 7);

export interface Repetition {
  rule: RepeatRule;
  /** The days, as `2026-06-09`, between which it is. */
  firstOn: string;
  until: string | null;
}

/** The days on which a post comes again, in their order, not before `from`; without an end they do not end. */
export function* datesOf(
  { rule, firstOn, until }: Repetition,
  from: string,
): Generator<string, void> {
  const start = Math.max(numberOf(firstOn), numberOf(from));
  const end = until === null ? Infinity : numberOf(until);
  const days =
    rule.every === 'week' ? weekly(rule, numberOf(firstOn), start) : monthly(rule, start);
  for (const day of days) {
    if (day > end) return;
    yield dayOf(day);
  }
}

function* weekly(
  { weeks, weekdays }: Extract<RepeatRule, { every: 'week' }>,
  first: number,
  start: number,
): Generator<number, void> {
  for (let day = start; ; day += 1) {
    const isTurn = (weekOf(day) - weekOf(first)) % weeks === 0;
    if (isTurn && weekdays.includes(weekdayOf(day))) yield day;
  }
}

function* monthly(
  { day }: Extract<RepeatRule, { every: 'month' }>,
  start: number,
): Generator<number, void> {
  const begun = new Date(start * DAY_MS);
  for (let month = begun.getUTCMonth(); ; month += 1) {
    const last = Date.UTC(begun.getUTCFullYear(), month + 1, 0) / DAY_MS;
    const lastDay = new Date(last * DAY_MS).getUTCDate();
    const found = last - lastDay + Math.min(day, lastDay);
    if (found >= start) yield found;
  }
}

/** The instant at which Brasília's clock shows this minute of a day. */
export function hourOn(day: string, minute: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const clock = { hour: Math.floor(minute / 60), minute: minute % 60 };
  return fromBrasilia({ year, month, day: date, ...clock });
}

const single = [
  'todo domingo',
  'toda segunda',
  'toda terça',
  'toda quarta',
  'toda quinta',
  'toda sexta',
  'todo sábado',
];
const plural = ['domingos', 'segundas', 'terças', 'quartas', 'quintas', 'sextas', 'sábados'];
/** `domingo` and `sábado` are of the other gender. */
const isMasculine = (weekday: number) => weekday === 0 || weekday === 6;

/** When a post comes again, to go on from `Repete`: `toda sexta`. */
export function sayRule(rule: RepeatRule): string {
  if (rule.every === 'month') return sayMonthly(rule.day);
  const weekdays = [...new Set(rule.weekdays)].toSorted((one, other) => one - other);
  const days = sayWeekdays(weekdays);
  if (rule.weeks > 1) return `a cada ${rule.weeks} semanas, ${days}`;
  const [only = 0] = weekdays;
  return weekdays.length === 1 ? (single[only] ?? days) : days;
}

function sayMonthly(day: number): string {
  if (day === 31) return 'todo último dia do mês';
  return day < 29 ? `todo dia ${day}` : `todo dia ${day}, ou no último do mês`;
}

function sayWeekdays(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'todos os dias';
  if (weekdays.join() === '1,2,3,4,5') return 'de segunda a sexta';
  const named = (are: (weekday: number) => boolean, before: string) => {
    const names = weekdays.filter(are).map((weekday) => plural[weekday] ?? '');
    return names.length === 0 ? [] : [`${before} ${inWords(names)}`];
  };
  return [...named((one) => !isMasculine(one), 'às'), ...named(isMasculine, 'aos')].join(' e ');
}

/** `segundas, quartas e sextas` */
function inWords(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} e ${last}`;
}
