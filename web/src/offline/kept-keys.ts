import type { QueryKey } from '@tanstack/react-query';
import { everyPost } from '../posts/post-filter.ts';

/** What of the posts is read without a line; narrowed lists and details are not kept. */
const kept: ReadonlySet<unknown> = new Set([
  'month',
  'day',
  'drafts',
  'upcoming',
  'earlier-count',
  'stats',
  'accounts',
  'needs',
]);

/** A month, in days: nobody plans by what is older. */
const LIVES_MS = 31 * 24 * 60 * 60 * 1000;

/** Whether what a query brought is kept on the device. */
export function isKept([root, list, , filter]: QueryKey): boolean {
  if (root !== 'posts' || !kept.has(list)) return false;
  return filter === undefined || JSON.stringify(filter) === JSON.stringify(everyPost);
}

/** What a query brought, and when. */
export interface Entry {
  key: QueryKey;
  data: unknown;
  at: number;
}

export const isOver = ({ at }: Entry, now: number): boolean => now - at > LIVES_MS;

/** Lists that begin at a day: yesterday's is the next best. */
const daily: ReadonlySet<unknown> = new Set(['upcoming', 'earlier-count']);

/** What is shown for a key: what was kept of it, or of the same list on the latest day before. */
export function entryFor(key: QueryKey, entries: readonly Entry[]): Entry | undefined {
  const hash = JSON.stringify(key);
  const exact = entries.find((entry) => JSON.stringify(entry.key) === hash);
  if (exact !== undefined || !daily.has(key[1])) return exact;
  return entries
    .filter((entry) => entry.key[1] === key[1])
    .reduce<Entry | undefined>(
      (last, entry) => (last === undefined || last.at < entry.at ? entry : last),
      undefined,
    );
}
