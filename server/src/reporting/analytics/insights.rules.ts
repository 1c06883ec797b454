import { formatPostCount } from '@pontual/contract/insights/report-text.ts';
import { mediaTypes, type MediaType } from '@pontual/contract/posts/posts.ts';
import { weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import type { DayCount } from './types.ts';
import { countOutcomesBy, countOutcomes, percent } from './analytics.rules.ts';
import type { Days } from './day-ranges.ts';
import {
  capitalize,
  formatTenthsPercent,
  formatInteger,
  formatList,
  pluralName,
  weekdayName,
} from './text.ts';

/** Fewer posts do not show a habit. */
const MIN_POSTS = 5;
const MIN_STREAK_DAYS = 3;
/** A type with a single failure is not reported. */
const MIN_FAILURES = 2;
/** Per week; an owner who skips more weekdays does not publish daily. */
const MAX_EMPTY_WEEKDAYS = 3;
const WEEKS = 4;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

export interface BasicFacts {
  days: Days;
  counts: readonly DayCount[];
  previousCounts: readonly DayCount[];
  /** In days, at the end of `days`. */
  period: number;
  drafts: number;
  scheduled: number;
  mediaTypes: BasicAnalytics['mediaTypes'];
}

type Insight = (facts: BasicFacts) => string | undefined;

const countPublishedBy = <K>(counts: readonly DayCount[], keyOf: (count: DayCount) => K) =>
  new Map([...countOutcomesBy(counts, keyOf)].map(([key, { published }]) => [key, published]));

function findUniqueMaximum<T>(rows: readonly T[], amount: (row: T) => number): T | undefined {
  const [first, second] = [...rows].sort((one, other) => amount(other) - amount(one));
  if (first === undefined) return undefined;
  return second !== undefined && amount(second) === amount(first) ? undefined : first;
}

const busiestWeekday: Insight = ({ counts, days, period }) => {
  const { published } = countOutcomes(counts);
  if (published < MIN_POSTS) return undefined;
  const byWeekday = countPublishedBy(counts, ({ day }) => weekdayOf(days.keys[day] ?? ''));
  const most = findUniqueMaximum([...byWeekday], ([, count]) => count);
  if (most === undefined) return undefined;
  const [weekday, count] = most;
  return `${capitalize(weekdayName(weekday))} é o seu dia mais ativo: ${formatInteger(count)} dos ${formatPostCount(published)} dos últimos ${period} dias.`;
};

const mostUsedType: Insight = ({ mediaTypes: used }) => {
  const total = used.reduce((sum, { count }) => sum + count, 0);
  if (total < MIN_POSTS || used.length < 2) return undefined;
  const most = findUniqueMaximum(used, ({ count }) => count);
  if (most === undefined) return undefined;
  return `${capitalize(pluralName(most.type))} são ${most.percentage}% dos seus posts (${formatInteger(most.count)} de ${formatInteger(total)}).`;
};

const typeThatFails: Insight = ({ counts, period }) => {
  const byType = countOutcomesBy(counts, ({ type }) => type);
  const failing = mediaTypes.flatMap((type) => {
    const { published = 0, failed = 0 } = byType.get(type) ?? {};
    const isSignificant = failed >= MIN_FAILURES && published + failed >= MIN_POSTS;
    return isSignificant ? [{ type, failed, ended: published + failed }] : [];
  });
  const most = findUniqueMaximum<{ type: MediaType; failed: number; ended: number }>(
    failing,
    ({ failed, ended }) => failed / ended,
  );
  if (most === undefined) return undefined;
  return `${formatInteger(most.failed)} de ${formatInteger(most.ended)} ${pluralName(most.type)} não saíram nos últimos ${period} dias.`;
};

const emptyWeekdays: Insight = ({ counts, days }) => {
  const first = days.keys.length - WEEKS * 7;
  const recent = counts.filter(({ day }) => day >= first);
  if (countOutcomes(recent).published < MIN_POSTS) return undefined;
  const byWeekday = countPublishedBy(recent, ({ day }) => weekdayOf(days.keys[day] ?? ''));
  const empty = WEEKDAYS.filter((weekday) => (byWeekday.get(weekday) ?? 0) === 0);
  if (empty.length === 0 || empty.length > MAX_EMPTY_WEEKDAYS) return undefined;
  const verb = empty.length === 1 ? 'ficou' : 'ficaram';
  return `${capitalize(formatList(empty.map(weekdayName)))} ${verb} sem posts nas últimas ${WEEKS} semanas.`;
};

/** A day without a post ends the streak, except today. */
const streak: Insight = ({ counts, previousCounts, days }) => {
  const byDay = countPublishedBy([...previousCounts, ...counts], ({ day }) => day);
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

const comparedWithPreviousPeriod: Insight = ({ counts, previousCounts, period }) => {
  const [now, then] = [countOutcomes(counts).published, countOutcomes(previousCounts).published];
  if (now < MIN_POSTS || then < MIN_POSTS) return undefined;
  const change =
    now === then
      ? 'o mesmo que'
      : `${formatInteger(Math.abs(now - then))} a ${now > then ? 'mais' : 'menos'} que`;
  return `Nos últimos ${period} dias saíram ${formatPostCount(now)}, ${change} nos ${period} dias anteriores (${formatInteger(then)}).`;
};

const draftsWaiting: Insight = ({ drafts }) => {
  if (drafts === 0) return undefined;
  return drafts === 1
    ? '1 rascunho espera para ser agendado.'
    : `${formatInteger(drafts)} rascunhos esperam para ser agendados.`;
};

const nothingScheduled: Insight = ({ scheduled, counts, period }) => {
  const { published } = countOutcomes(counts);
  if (scheduled > 0 || published < MIN_POSTS) return undefined;
  return `Nenhum post está agendado; nos últimos ${period} dias saíram ${formatInteger(published)}.`;
};

const failures: Insight = ({ counts, period }) => {
  const { published, failed } = countOutcomes(counts);
  const rate = percent(failed, published + failed);
  if (rate === null || failed < MIN_FAILURES || published + failed < MIN_POSTS) return undefined;
  return `${formatInteger(failed)} de ${formatPostCount(published + failed)} dos últimos ${period} dias não saíram (${formatTenthsPercent(rate)}).`;
};

const rules: readonly Insight[] = [
  comparedWithPreviousPeriod,
  busiestWeekday,
  emptyWeekdays,
  streak,
  mostUsedType,
  failures,
  typeThatFails,
  draftsWaiting,
  nothingScheduled,
];

const NO_DATA_MESSAGE =
  'Ainda não há posts suficientes para um insight. Eles aparecem aqui conforme os seus posts saem.';

/** Returns at least one sentence. */
export function buildInsights(facts: BasicFacts): string[] {
  const sentences = rules.flatMap((rule) => rule(facts) ?? []);
  return sentences.length > 0 ? sentences : [NO_DATA_MESSAGE];
}
