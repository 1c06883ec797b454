import {
  dayKey,
  fromBrasilia,
  monthOf,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';

/** A new hour is at least so far away: there is time to see it, and to make the post ready. */
export const MIN_LEAD_MS = 5 * 60_000;
/** So many days are looked through for a free one. */
const SEARCH_DAYS = 400;

interface MissedPost {
  id: string;
  /** The hour that it missed. */
  at: Date;
}

/**
 * New hours for what a pause held, each at its own time of day, from the earliest on: on the first day
 * on which that time is free and still to come, of a month that has room for one more. No day takes
 * more of them than the busiest day that they missed, so that a backlog keeps the pace at which it was
 * planned.
 * @param asked with the hours that the plan counts, from the beginning of this month on, and how many
 *   it allows in one (-1: any number)
 */
export function proposeDueTimes(
  missedPosts: readonly MissedPost[],
  limits: { now: Date; counted: readonly Date[]; maxPosts: number; last: Date },
): Map<string, Date | null> {
  const { now, counted, maxPosts, last } = limits;
  const earliest = now.getTime() + MIN_LEAD_MS;
  const takenMinutes = new Set(counted.map(minuteOf));
  const maxPerDay = highestCount(missedPosts.map(({ at }) => dayKey(at)));
  const perDay = new Map<string, number>();
  const perMonth = new Map<number, number>();
  for (const at of counted) increment(perMonth, monthKey(at));
  const today = toBrasilia(now);
  const isFree = (at: Date) =>
    at.getTime() >= earliest &&
    !takenMinutes.has(minuteOf(at)) &&
    (perDay.get(dayKey(at)) ?? 0) < maxPerDay &&
    (maxPosts === -1 || (perMonth.get(monthKey(at)) ?? 0) < maxPosts);
  const proposedTimes = new Map<string, Date | null>();
  for (const { id, at } of missedPosts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { hour, minute } = toBrasilia(at);
    let found: Date | null = null;
    for (let day = 0; day < SEARCH_DAYS && found === null; day += 1) {
      const candidate = fromBrasilia({ ...today, day: today.day + day, hour, minute });
      if (candidate > last) break;
      if (isFree(candidate)) found = candidate;
    }
    proposedTimes.set(id, found);
    if (found === null) continue;
    takenMinutes.add(minuteOf(found));
    increment(perDay, dayKey(found));
    increment(perMonth, monthKey(found));
  }
  return proposedTimes;
}

const monthKey = (at: Date) => monthOf(at).from.getTime();
const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000);

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How often the most frequent of these is there. */
function highestCount(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) increment(counts, key);
  return Math.max(1, ...counts.values());
}
