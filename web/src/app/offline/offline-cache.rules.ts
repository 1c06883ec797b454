import type { QueryKey } from '@tanstack/react-query';
import { POSTS } from '../../api/query-keys.ts';
import { noPostFilter } from '../../posts/post-filter.ts';

/** Filtered lists and details are not cached. */
const cachedLists: ReadonlySet<unknown> = new Set([
  'month',
  'day',
  'drafts',
  'upcoming',
  'earlier-count',
  'stats',
  'accounts',
  'issues',
]);

/** One month: older data is useless for planning. */
const MAX_AGE_MS = 31 * 24 * 60 * 60 * 1000;

export function isCacheable([root, list, , filter]: QueryKey): boolean {
  if (root !== POSTS[0] || !cachedLists.has(list)) return false;
  return filter === undefined || JSON.stringify(filter) === JSON.stringify(noPostFilter);
}

export interface CacheEntry {
  key: QueryKey;
  data: unknown;
  fetchedAt: number;
}

export const isCacheExpired = ({ fetchedAt }: CacheEntry, now: number): boolean =>
  now - fetchedAt > MAX_AGE_MS;

/** Lists that begin on a day: the entry of the day before is the best substitute. */
const dailyLists: ReadonlySet<unknown> = new Set(['upcoming', 'earlier-count']);

/** Returns the entry of a key, or for a daily list the entry that was fetched last. */
export function findEntry(key: QueryKey, entries: readonly CacheEntry[]): CacheEntry | undefined {
  const hash = JSON.stringify(key);
  const exact = entries.find((entry) => JSON.stringify(entry.key) === hash);
  if (exact !== undefined || !dailyLists.has(key[1])) return exact;
  return entries
    .filter((entry) => entry.key[1] === key[1])
    .reduce<CacheEntry | undefined>(
      (last, entry) => (last === undefined || last.fetchedAt < entry.fetchedAt ? entry : last),
      undefined,
    );
}
