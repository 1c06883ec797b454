import { fromBrasilia } from '../shared/brasilia-time.ts';
import type { SeriesRule } from '../posts/series-rule.ts';

const DAY_MS = 86_400_000;

function dayNumberOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / DAY_MS;
}
const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** 1 January 1970 was a Thursday. */
const weekdayOf = (number: number) => (number + 4) % 7;
const weekOf = (number: number) => Math.floor((number + 4) / 7);

interface SeriesSchedule {
  rule: SeriesRule;
  /** The first and last day of the series, as `2026-06-09`. */
  firstOn: string;
  until: string | null;
}

/** Yields the days of a series in order, from `from` on; without an end date the generator never ends. */
export function* generateDates(
  { rule, firstOn, until }: SeriesSchedule,
  from: string,
): Generator<string, void> {
  const start = Math.max(dayNumberOf(firstOn), dayNumberOf(from));
  const end = until === null ? Infinity : dayNumberOf(until);
  const days =
    rule.every === 'week'
      ? generateWeekly(rule, dayNumberOf(firstOn), start)
      : generateMonthly(rule, start);
  for (const day of days) {
    if (day > end) return;
    yield dayOf(day);
  }
}

function* generateWeekly(
  { weeks, weekdays }: Extract<SeriesRule, { every: 'week' }>,
  first: number,
  start: number,
): Generator<number, void> {
  for (let day = start; ; day += 1) {
    const isActiveWeek = (weekOf(day) - weekOf(first)) % weeks === 0;
    if (isActiveWeek && weekdays.includes(weekdayOf(day))) yield day;
  }
}

function* generateMonthly(
  { day }: Extract<SeriesRule, { every: 'month' }>,
  start: number,
): Generator<number, void> {
  const startDate = new Date(start * DAY_MS);
  for (let month = startDate.getUTCMonth(); ; month += 1) {
    const last = Date.UTC(startDate.getUTCFullYear(), month + 1, 0) / DAY_MS;
    const lastDay = new Date(last * DAY_MS).getUTCDate();
    const found = last - lastDay + Math.min(day, lastDay);
    if (found >= start) yield found;
  }
}

export function instantOnDay(day: string, minute: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const clock = { hour: Math.floor(minute / 60), minute: minute % 60 };
  return fromBrasilia({ year, month, day: date, ...clock });
}

const singularWeekdays = [
  'todo domingo',
  'toda segunda',
  'toda terça',
  'toda quarta',
  'toda quinta',
  'toda sexta',
  'todo sábado',
];
const pluralWeekdays = [
  'domingos',
  'segundas',
  'terças',
  'quartas',
  'quintas',
  'sextas',
  'sábados',
];
/** `domingo` and `sábado` are masculine, the other weekdays feminine. */
const isMasculine = (weekday: number) => weekday === 0 || weekday === 6;

/** Returns the rule as a text that continues `Repete`: `toda sexta`. */
export function describeRule(rule: SeriesRule): string {
  if (rule.every === 'month') return describeMonthly(rule.day);
  const weekdays = [...new Set(rule.weekdays)].toSorted((one, other) => one - other);
  const days = describeWeekdays(weekdays);
  if (rule.weeks > 1) return `a cada ${rule.weeks} semanas, ${days}`;
  const [only = 0] = weekdays;
  return weekdays.length === 1 ? (singularWeekdays[only] ?? days) : days;
}

function describeMonthly(day: number): string {
  if (day === 31) return 'todo último dia do mês';
  return day < 29 ? `todo dia ${day}` : `todo dia ${day}, ou no último do mês`;
}

function describeWeekdays(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'todos os dias';
  if (weekdays.join() === '1,2,3,4,5') return 'de segunda a sexta';
  const describeGroup = (are: (weekday: number) => boolean, before: string) => {
    const names = weekdays.filter(are).map((weekday) => pluralWeekdays[weekday] ?? '');
    return names.length === 0 ? [] : [`${before} ${joinNames(names)}`];
  };
  return [
    ...describeGroup((one) => !isMasculine(one), 'às'),
    ...describeGroup(isMasculine, 'aos'),
  ].join(' e ');
}

function joinNames(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} e ${last}`;
}
