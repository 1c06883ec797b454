import type { Clock } from '../../platform/clock.ts';

/** So many different posts without one success: our address is at fault, not a file. */
const MIN_FAILED_POSTS = 3;
/** Then an address is tried again. */
const VALID_MS = 15 * 60_000;

export type FetchHealth = ReturnType<typeof createFetchHealth>;

/** What this process knows of Instagram's downloads from our address. */
export function createFetchHealth({ now }: Pick<Clock, 'now'>) {
  const failedPosts = new Set<string>();
  let lastFailure = 0;
  return {
    recordFailure(postId: string): void {
      failedPosts.add(postId);
      lastFailure = now().getTime();
    },
    recordSuccess: () => failedPosts.clear(),
    isUnreachable(): boolean {
      if (now().getTime() - lastFailure > VALID_MS) failedPosts.clear();
      return failedPosts.size >= MIN_FAILED_POSTS;
    },
  };
}
