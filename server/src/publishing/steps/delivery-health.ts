import type { Clock } from '../../platform/clock.ts';

/** So many different posts without one success: the way is at fault, not a file. */
const MIN_FAILED_POSTS = 3;
/** Then it is tried again. */
const VALID_MS = 15 * 60_000;

export type DeliveryHealth = ReturnType<typeof createDeliveryHealth>;

/** What this process knows of a way to Instagram: downloads from our address, or uploads. */
export function createDeliveryHealth({ now }: Pick<Clock, 'now'>) {
  const failedPosts = new Set<string>();
  let lastFailure = 0;
  return {
    recordFailure(postId: string): void {
      failedPosts.add(postId);
      lastFailure = now().getTime();
    },
    recordSuccess: () => failedPosts.clear(),
    isFailing(): boolean {
      if (now().getTime() - lastFailure > VALID_MS) failedPosts.clear();
      return failedPosts.size >= MIN_FAILED_POSTS;
    },
  };
}
