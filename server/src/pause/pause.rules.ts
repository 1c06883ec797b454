import { dayKey, fromBrasilia, monthOf, toBrasilia } from '@pontual/contract/brasilia-time.ts';

/** A new hour is at least so far away: there is time to see it, and to make the post ready. */
export const LEAD_MS = 5 * 60_000;
/** So many days are looked through for a free one. */
const DAYS = 400;

interface HeldPost {
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
export function ownHours(
  held: readonly HeldPost[],
  asked: { now: Date; counted: readonly Date[]; maxPosts: number; last: Date },
): Map<string, Date | null> {
  const { now, counted, maxPosts, last } = asked;
  const earliest = now.getTime() + LEAD_MS;
  const taken = new Set(counted.map(minuteOf));
  const pace = busiest(held.map(({ at }) => dayKey(at)));
  const perDay = new Map<string, number>();
  const perMonth = new Map<number, number>();
  for (const at of counted) countOne(perMonth, monthKey(at));
  const today = toBrasilia(now);
  const isFree = (at: Date) =>
    at.getTime() >= earliest &&
    !taken.has(minuteOf(at)) &&
    (perDay.get(dayKey(at)) ?? 0) < pace &&
    (maxPosts === -1 || (perMonth.get(monthKey(at)) ?? 0) < maxPosts);
  const hours = new Map<string, Date | null>();
  for (const { id, at } of held.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { hour, minute } = toBrasilia(at);
    let found: Date | null = null;
    for (let day = 0; day < DAYS && found === null; day += 1) {
      const candidate = fromBrasilia({ ...today, day: today.day + day, hour, minute });
      if (candidate > last) break;
      if (isFree(candidate)) found = candidate;
    }
    hours.set(id, found);
    if (found === null) continue;
    taken.add(minuteOf(found));
    countOne(perDay, dayKey(found));
    countOne(perMonth, monthKey(found));
  }
  return hours;
}

const monthKey = (at: Date) => monthOf(at).from.getTime();
const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000);

function countOne<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How often the most frequent of these is there. */
function busiest(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) countOne(counts, key);
  return Math.max(1, ...counts.values());
}
