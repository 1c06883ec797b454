import { listPosts } from '@pontual/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { readNow } from './now.ts';

const DAYS_BACK = 90;
const DAY_MS = 86_400_000;
const STALE_MS = 300_000;

const noCaptions: readonly string[] = [];

/**
 * Posts of the last 90 days and coming posts, newest first; empty after a failure, because they are only
 * suggestions. Undefined until they are loaded, and for a visitor (not `enabled`).
 */
export function usePastCaptions(enabled = true): readonly string[] | undefined {
  const { data, isError } = useQuery({
    enabled,
    queryKey: ['past-captions'],
    queryFn: async ({ signal }) => {
      const from = new Date(readNow().getTime() - DAYS_BACK * DAY_MS).toISOString();
      const { posts } = await call(listPosts, { query: { from, limit: 1000 }, signal });
      return posts
        .toReversed()
        .map(({ caption }) => caption)
        .filter((caption) => caption !== '');
    },
    staleTime: STALE_MS,
  });
  return data ?? (isError ? noCaptions : undefined);
}
