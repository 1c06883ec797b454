import { mediaTypes, type MediaType } from '@pontual/contract/posts.ts';
import type { BasicAnalytics } from '@pontual/contract/analytics.ts';
import type { DayCount } from './analytics.figures.ts';
import { outcomesBy, outcomesOf, percent } from './analytics.rules.ts';
import { weekdayOf, type Days } from './analytics.spans.ts';
import {
  capitalised,
  inPercent,
  inWhole,
  listed,
  plural,
  posts,
  weekdayName,
} from './analytics.words.ts';

/** Fewer posts say nothing of a habit. */
const MIN_POSTS = 5;
const MIN_STREAK_DAYS = 3;
/** A type that did not fail twice has no failures to speak of. */
const MIN_FAILURES = 2;
/** Of the week; whoever leaves out more does not publish daily anyway. */
const MAX_EMPTY_WEEKDAYS = 3;
const WEEKS = 4;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** What the sentences are about. */
export interface BasicFacts {
  /** Of the days of the period, and of as many before. */
  days: Days;
  counts: readonly DayCount[];
  before: readonly DayCount[];
  /** How long the period is, in days: the last of `days`. */
  period: number;
  drafts: number;
  scheduled: number;
  mediaTypes: BasicAnalytics['mediaTypes'];
}

type Insight = (facts: BasicFacts) => string | undefined;

const publishedBy = <K>(counts: readonly DayCount[], keyOf: (count: DayCount) => K) =>
  new Map([...outcomesBy(counts, keyOf)].map(([key, { published }]) => [key, published]));

/** The one with the most, unless another has as many. */
function clearlyMost<T>(rows: readonly T[], amount: (row: T) => number): T | undefined {
  const [first, second] = [...rows].sort((one, other) => amount(other) - amount(one));
  if (first === undefined) return undefined;
  return second !== undefined && amount(second) === amount(first) ? undefined : first;
}

const busiestWeekday: Insight = ({ counts, days, period }) => {
  const { published } = outcomesOf(counts);
  if (published < MIN_POSTS) return undefined;
  const byWeekday = publishedBy(counts, ({ day }) => weekdayOf(days.keys[day] ?? ''));
  const most = clearlyMost([...byWeekday], ([, count]) => count);
  if (most === undefined) return undefined;
  const [weekday, count] = most;
  return `${capitalised(weekdayName(weekday))} é o seu dia mais ativo: ${inWhole(count)} dos ${posts(published)} dos últimos ${period} dias.`;
};

const favouriteType: Insight = ({ mediaTypes: used }) => {
  const total = used.reduce((sum, { count }) => sum + count, 0);
  if (total < MIN_POSTS || used.length < 2) return undefined;
  const most = clearlyMost(used, ({ count }) => count);
  if (most === undefined) return undefined;
  return `${capitalised(plural(most.type))} são ${most.percentage}% dos seus posts (${inWhole(most.count)} de ${inWhole(total)}).`;
};

const typeThatFails: Insight = ({ counts, period }) => {
  const byType = outcomesBy(counts, ({ type }) => type);
  const failing = mediaTypes.flatMap((type) => {
    const { published = 0, failed = 0 } = byType.get(type) ?? {};
    const isTelling = failed >= MIN_FAILURES && published + failed >= MIN_POSTS;
    return isTelling ? [{ type, failed, ended: published + failed }] : [];
  });
  const most = clearlyMost<{ type: MediaType; failed: number; ended: number }>(
    failing,
    ({ failed, ended }) => failed / ended,
  );
  if (most === undefined) return undefined;
  return `${inWhole(most.failed)} de ${inWhole(most.ended)} ${plural(most.type)} não saíram nos últimos ${period} dias.`;
};

const emptyWeekdays: Insight = ({ counts, days }) => {
  const first = days.keys.length - WEEKS * 7;
  const recent = counts.filter(({ day }) => day >= first);
  if (outcomesOf(recent).published < MIN_POSTS) return undefined;
  const byWeekday = publishedBy(recent, ({ day }) => weekdayOf(days.keys[day] ?? ''));
  const empty = WEEKDAYS.filter((weekday) => (byWeekday.get(weekday) ?? 0) === 0);
  if (empty.length === 0 || empty.length > MAX_EMPTY_WEEKDAYS) return undefined;
  const verb = empty.length === 1 ? 'ficou' : 'ficaram';
  return `${capitalised(listed(empty.map(weekdayName)))} ${verb} sem posts nas últimas ${WEEKS} semanas.`;
};

/** Today may still come. */
const streak: Insight = ({ counts, before, days }) => {
  const byDay = publishedBy([...before, ...counts], ({ day }) => day);
  const has = (day: number) => (byDay.get(day) ?? 0) > 0;
  const today = days.keys.length - 1;
  const last = has(today) ? today : today - 1;
  let length = 0;
  while (has(last - length)) length += 1;
  if (length < MIN_STREAK_DAYS) return undefined;
  const ending = last === today ? 'hoje' : 'ontem';
  const amount = length > last ? `pelo menos ${length}` : String(length);
  return `Foram ${amount} dias seguidos com post publicado, até ${ending}.`;
};

const comparedWithBefore: Insight = ({ counts, before, period }) => {
  const [now, then] = [outcomesOf(counts).published, outcomesOf(before).published];
  if (now < MIN_POSTS || then < MIN_POSTS) return undefined;
  const change =
    now === then
      ? 'o mesmo que'
      : `${inWhole(Math.abs(now - then))} a ${now > then ? 'mais' : 'menos'} que`;
  return `Nos últimos ${period} dias saíram ${posts(now)}, ${change} nos ${period} dias anteriores (${inWhole(then)}).`;
};

const draftsWaiting: Insight = ({ drafts }) => {
  if (drafts === 0) return undefined;
  return drafts === 1
    ? '1 rascunho espera para ser agendado.'
    : `${inWhole(drafts)} rascunhos esperam para ser agendados.`;
};

const nothingScheduled: Insight = ({ scheduled, counts, period }) => {
  const { published } = outcomesOf(counts);
  if (scheduled > 0 || published < MIN_POSTS) return undefined;
  return `Nenhum post está agendado; nos últimos ${period} dias saíram ${inWhole(published)}.`;
};

const failures: Insight = ({ counts, period }) => {
  const { published, failed } = outcomesOf(counts);
  const rate = percent(failed, published + failed);
  if (rate === null || failed < MIN_FAILURES || published + failed < MIN_POSTS) return undefined;
  return `${inWhole(failed)} de ${posts(published + failed)} dos últimos ${period} dias não saíram (${inPercent(rate)}).`;
};

const rules: readonly Insight[] = [
  comparedWithBefore,
  busiestWeekday,
  emptyWeekdays,
  streak,
  favouriteType,
  failures,
  typeThatFails,
  draftsWaiting,
  nothingScheduled,
];

const NOTHING_TO_TELL =
  'Ainda não há posts suficientes para um insight. Eles aparecem aqui conforme os seus posts saem.';

/** What can be said of the last days of posts, each sentence with its numbers; at least one. */
export function insightsOf(facts: BasicFacts): string[] {
  const said = rules.flatMap((rule) => rule(facts) ?? []);
  return said.length > 0 ? said : [NOTHING_TO_TELL];
}
