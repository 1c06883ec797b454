import {
  dayKey,
  fromBrasilia,
  monthOf,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';

/** Leaves the owner time to see the new due time and the engine time to prepare the post. */
export const RESCHEDULE_LEAD_MS = 5 * 60_000;
const SEARCH_DAYS = 400;

interface MissedPost {
  id: string;
  /** The missed due time. */
  at: Date;
}

/**
 * Null: no due time. Each post keeps its time of day and takes the first day on which that time is free, in a
 * month with room for one more. No day gets more posts than the busiest missed day: a backlog keeps its pace.
 * @param limits `counted` are the due times that count for the plan from the beginning of this month,
 * `maxPosts` per month (-1: any number), `last` is the horizon
 */
export function proposeDueTimes(
  missedPosts: readonly MissedPost[],
  limits: { now: Date; counted: readonly Date[]; maxPosts: number; last: Date },
): Map<string, Date | null> {
  const { now, counted, maxPosts, last } = limits;
  const earliest = now.getTime() + RESCHEDULE_LEAD_MS;
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

function highestCount(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) increment(counts, key);
  return Math.max(1, ...counts.values());
}
