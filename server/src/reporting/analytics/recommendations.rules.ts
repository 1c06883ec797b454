import { formatPostCount } from '@pontual/contract/insights/report-text.ts';
import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { causeOfFailure, causeTexts, type Cause } from './causes.ts';
import { engagementRate, percent } from './analytics.rules.ts';
import {
  capitalize,
  formatTenthsPercent,
  formatInteger,
  formatList,
  genitiveName,
  weekdayName,
  possessiveName,
} from './text.ts';
import {
  CLOSE_HOURS,
  type Engagement,
  type EngagementFigures,
  type SlotEngagement,
} from './types.ts';

/** Fewer posts on one side of a comparison show nothing. */
export const MIN_POSTS = 5;
/** In percentage points. */
const MIN_DIFFERENCE = 0.3;
const MIN_FAILURES = 3;
/** A type that succeeds as often needs no advice (specification, section 9). */
const GOOD_SUCCESS_RATE = 90;
const MIN_POSTS_OF_HABIT = 20;
const MAX_EMPTY_WEEKDAYS = 3;
const MIN_DAYS_OF_GROWTH = 7;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** The first hashtag count of each range. */
const HASHTAG_RANGES = [1, 6, 11, 21];
/** Instagram shows about as many characters before "mais". */
export const SHORT_CAPTION = 125;

export interface AdvancedFacts extends EngagementFigures {
  performance: AdvancedAnalytics['mediaPerformance'];
  byCaption: readonly (Engagement & { isLong: boolean })[];
  failures: readonly { type: MediaType; code: string; posts: number }[];
  accountDays: AdvancedAnalytics['account']['days'];
}

type Recommendation = (facts: AdvancedFacts) => string | undefined;

type Rated<T> = T & { rate: number };

const hasEnoughPosts = (row: Engagement) => row.posts >= MIN_POSTS;
const rankByRate = <T extends Engagement>(rows: readonly T[]): Rated<T>[] =>
  rows
    .flatMap((row) => {
      const rate = engagementRate(row);
      return rate === null || !hasEnoughPosts(row) ? [] : [{ ...row, rate }];
    })
    .sort((one, other) => other.rate - one.rate || other.posts - one.posts);

const sumEngagement = (rows: readonly Engagement[]): Engagement => ({
  posts: rows.reduce((sum, row) => sum + row.posts, 0),
  interactions: rows.reduce((sum, row) => sum + row.interactions, 0),
  reach: rows.reduce((sum, row) => sum + row.reach, 0),
});
const combinedRate = (rows: readonly Engagement[]) => rankByRate([sumEngagement(rows)])[0];

const isClearlyAbove = (one: { rate: number }, other: { rate: number }) =>
  one.rate - other.rate >= MIN_DIFFERENCE;
const formatEngagement = ({ rate, posts: count }: Rated<Engagement>) =>
  `${formatTenthsPercent(rate)} de engajamento (${formatPostCount(count)})`;
const formatRate = ({ rate, posts: count }: Rated<Engagement>) =>
  `${formatTenthsPercent(rate)} (${formatPostCount(count)})`;

const MAX_BEST_HOURS = 5;

export interface BetterHour {
  slot: Rated<SlotEngagement>;
  others: Rated<Engagement>;
}

export const findBetterHours = (bySlot: readonly SlotEngagement[]): BetterHour[] =>
  rankByRate(bySlot)
    .flatMap((slot) => {
      const others = combinedRate(bySlot.filter((row) => !isSameSlot(row, slot)));
      return others === undefined || !isClearlyAbove(slot, others) ? [] : [{ slot, others }];
    })
    .slice(0, MAX_BEST_HOURS);

const bestHour: Recommendation = ({ bySlot }) => {
  const [better] = findBetterHours(bySlot);
  if (better === undefined) return undefined;
  const { slot: best, others } = better;
  return `${capitalize(weekdayName(best.weekday))} entre ${hourName(best.hour)} e ${hourName((best.hour + 1) % 24)} é o seu horário com mais engajamento: ${formatRate(best)}, contra ${formatRate(others)} nos outros. Experimente agendar mais posts nele.`;
};
const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const isSameSlot = (one: SlotEngagement, other: SlotEngagement) =>
  one.weekday === other.weekday && one.hour === other.hour;

const bestWeekday: Recommendation = ({ bySlot }) => {
  const days = WEEKDAYS.map((weekday) => ({
    weekday,
    ...sumEngagement(bySlot.filter((row) => row.weekday === weekday)),
  }));
  const ranked = rankByRate(days);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (best === undefined || worst === undefined || !isClearlyAbove(best, worst)) return undefined;
  return `${capitalize(weekdayName(best.weekday))} é o dia com mais engajamento, ${formatRate(best)}, e ${weekdayName(worst.weekday)} é o dia com menos, ${formatRate(worst)}.`;
};

const bestType: Recommendation = ({ byType }) => {
  const [best, second] = rankByRate(byType);
  if (best === undefined || second === undefined || !isClearlyAbove(best, second)) return undefined;
  return `${possessiveName(best.type)} têm ${formatEngagement(best)}, contra ${formatTenthsPercent(second.rate)} ${genitiveName(second.type)} (${formatPostCount(second.posts)}).`;
};

const withHashtags: Recommendation = ({ byHashtags }) => {
  const tagged = combinedRate(byHashtags.filter(({ hashtags }) => hashtags > 0));
  const bare = combinedRate(byHashtags.filter(({ hashtags }) => hashtags === 0));
  if (tagged === undefined || bare === undefined) return undefined;
  if (isClearlyAbove(tagged, bare))
    return `Posts com hashtags têm ${formatEngagement(tagged)}, contra ${formatRate(bare)} dos posts sem hashtags. Vale continuar com elas.`;
  if (isClearlyAbove(bare, tagged))
    return `Posts sem hashtags têm ${formatEngagement(bare)}, contra ${formatRate(tagged)} dos posts com hashtags. Experimente alguns sem elas.`;
  return undefined;
};

const hashtagCount: Recommendation = ({ byHashtags }) => {
  const ranges = HASHTAG_RANGES.map((from, index) => {
    const next = HASHTAG_RANGES[index + 1] ?? Infinity;
    const within = byHashtags.filter(({ hashtags }) => hashtags >= from && hashtags < next);
    const name = next === Infinity ? `${from} ou mais hashtags` : `${from} a ${next - 1} hashtags`;
    return Object.assign(sumEngagement(within), { name, from });
  });
  const [best] = rankByRate(ranges);
  if (best === undefined) return undefined;
  const others = combinedRate(ranges.filter(({ from }) => from !== best.from));
  if (others === undefined || !isClearlyAbove(best, others)) return undefined;
  return `Posts com ${best.name} são os que têm mais engajamento: ${formatRate(best)}, contra ${formatRate(others)} dos outros posts com hashtags.`;
};

function findMainCause(failures: AdvancedFacts['failures']): [Cause, number] | undefined {
  const byCause = new Map<Cause, number>();
  for (const { code, posts: count } of failures) {
    const cause = causeOfFailure(code);
    byCause.set(cause, (byCause.get(cause) ?? 0) + count);
  }
  const [most] = [...byCause].sort(([, one], [, other]) => other - one);
  return most === undefined || most[1] < MIN_FAILURES ? undefined : most;
}

const mainFailureCause: Recommendation = ({ failures }) => {
  const most = findMainCause(failures);
  if (most === undefined) return undefined;
  const [cause, count] = most;
  const all = failures.reduce((sum, row) => sum + row.posts, 0);
  const { reason, advice } = causeTexts[cause];
  return `${formatInteger(count)} de ${formatInteger(all)} falhas aconteceram ${reason}. ${advice}`;
};

const typeThatFails: Recommendation = ({ performance, failures }) => {
  const ended = performance.filter(
    ({ published, failed }) => published + failed >= MIN_POSTS && failed >= MIN_FAILURES,
  );
  const [worst] = [...ended].sort(
    (one, other) => (one.successRate ?? 100) - (other.successRate ?? 100),
  );
  if (worst?.successRate == null || worst.successRate >= GOOD_SUCCESS_RATE) return undefined;
  const rest = performance.filter(({ type }) => type !== worst.type);
  const published = rest.reduce((sum, row) => sum + row.published, 0);
  const all = rest.reduce((sum, row) => sum + row.published + row.failed, 0);
  const others = all < MIN_POSTS ? null : percent(published, all);
  const compared =
    others === null || others <= worst.successRate
      ? ''
      : `, contra ${formatTenthsPercent(others)} dos outros tipos (${formatInteger(published)} de ${formatInteger(all)})`;
  const cause = findMainCause(failures.filter(({ type }) => type === worst.type));
  const advice = cause === undefined ? '' : ` ${causeTexts[cause[0]].advice}`;
  return `${possessiveName(worst.type)} saem em ${formatTenthsPercent(worst.successRate)} das vezes (${formatInteger(worst.published)} de ${formatInteger(worst.published + worst.failed)})${compared}.${advice}`;
};

const captionLength: Recommendation = ({ byCaption }) => {
  const short = combinedRate(byCaption.filter(({ isLong }) => !isLong));
  const long = combinedRate(byCaption.filter(({ isLong }) => isLong));
  if (short === undefined || long === undefined) return undefined;
  if (isClearlyAbove(short, long))
    return `Legendas de até ${SHORT_CAPTION} caracteres têm ${formatEngagement(short)}, contra ${formatRate(long)} das mais longas.`;
  if (isClearlyAbove(long, short))
    return `Legendas com mais de ${SHORT_CAPTION} caracteres têm ${formatEngagement(long)}, contra ${formatRate(short)} das mais curtas.`;
  return undefined;
};

const followers: Recommendation = ({ accountDays }) => {
  const known = accountDays.flatMap(({ date, followers: count }) =>
    count === null ? [] : [{ date, count }],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const days = (Date.parse(last.date) - Date.parse(first.date)) / 86_400_000;
  if (days < MIN_DAYS_OF_GROWTH) return undefined;
  const change = last.count - first.count;
  const numbers = `de ${formatInteger(first.count)} para ${formatInteger(last.count)} seguidores em ${days} dias`;
  if (change === 0)
    return `Sua conta ficou em ${formatInteger(last.count)} seguidores nos últimos ${days} dias.`;
  return `Sua conta ${change > 0 ? 'cresceu' : 'caiu'} ${numbers} (${change > 0 ? '+' : '−'}${formatInteger(Math.abs(change))}).`;
};

const postSpacing: Recommendation = ({ byCloseness }) => {
  const close = combinedRate(byCloseness.filter(({ isClose }) => isClose));
  const apart = combinedRate(byCloseness.filter(({ isClose }) => !isClose));
  if (close === undefined || apart === undefined || !isClearlyAbove(apart, close)) return undefined;
  return `Posts a menos de ${CLOSE_HOURS} horas do anterior têm ${formatEngagement(close)}, contra ${formatRate(apart)} dos outros. Experimente deixar mais tempo entre eles.`;
};

const emptyWeekdays: Recommendation = ({ bySlot }) => {
  const all = bySlot.reduce((sum, { published }) => sum + published, 0);
  if (all < MIN_POSTS_OF_HABIT) return undefined;
  const used = new Set(bySlot.map(({ weekday }) => weekday));
  const empty = WEEKDAYS.filter((weekday) => !used.has(weekday));
  if (empty.length === 0 || empty.length > MAX_EMPTY_WEEKDAYS) return undefined;
  const [verb, then] = empty.length === 1 ? ['ficou', 'nesse dia'] : ['ficaram', 'nesses dias'];
  return `${capitalize(formatList(empty.map(weekdayName)))} ${verb} sem nenhum dos seus ${formatPostCount(all)} dos últimos 6 meses. Experimente um post ${then}.`;
};

const rules: readonly Recommendation[] = [
  bestHour,
  bestWeekday,
  bestType,
  withHashtags,
  hashtagCount,
  captionLength,
  postSpacing,
  mainFailureCause,
  typeThatFails,
  followers,
  emptyWeekdays,
];

const NO_DATA_MESSAGE =
  'Ainda não há posts suficientes para uma recomendação. Elas aparecem conforme os seus posts saem e o Instagram conta o que fizeram.';

/** Returns at least one sentence. */
export function buildRecommendations(facts: AdvancedFacts): string[] {
  const sentences = rules.flatMap((rule) => rule(facts) ?? []);
  return sentences.length > 0 ? sentences : [NO_DATA_MESSAGE];
}
