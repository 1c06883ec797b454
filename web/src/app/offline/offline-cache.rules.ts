import type { QueryKey } from '@tanstack/react-query';
import { noPostFilter } from '../../posts/post-filter.ts';

/** What of the posts is read without a line; narrowed lists and details are not kept. */
const cachedLists: ReadonlySet<unknown> = new Set([
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
const MAX_AGE_MS = 31 * 24 * 60 * 60 * 1000;

/** Whether what a query brought is kept on the device. */
export function isCacheable([root, list, , filter]: QueryKey): boolean {
  if (root !== 'posts' || !cachedLists.has(list)) return false;
  return filter === undefined || JSON.stringify(filter) === JSON.stringify(noPostFilter);
}

/** What a query brought, and when. */
export interface CacheEntry {
  key: QueryKey;
  data: unknown;
  fetchedAt: number;
}

export const isExpired = ({ fetchedAt }: CacheEntry, now: number): boolean =>
  now - fetchedAt > MAX_AGE_MS;

/** Lists that begin at a day: yesterday's is the next best. */
const dailyLists: ReadonlySet<unknown> = new Set(['upcoming', 'earlier-count']);

/** What is shown for a key: what was kept of it, or of the same list on the latest day before. */
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
