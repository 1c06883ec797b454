import type { Clock } from '../../platform/clock.ts';

/** So many different posts within VALID_MS, without one success: the way is at fault, not a file. */
const MIN_FAILED_POSTS = 3;
/** Then it is tried again. */
const VALID_MS = 15 * 60_000;

export type DeliveryHealth = ReturnType<typeof createDeliveryHealth>;

/** What this process knows of a way to Instagram: downloads from our address, or uploads. */
export function createDeliveryHealth({ now }: Pick<Clock, 'now'>) {
  const failures = new Map<string, number>();
  let failingUntil = 0;
  return {
    recordFailure(postId: string): void {
      const at = now().getTime();
      failures.set(postId, at);
      for (const [post, failedAt] of failures) if (at - failedAt > VALID_MS) failures.delete(post);
      if (failures.size >= MIN_FAILED_POSTS) failingUntil = at + VALID_MS;
    },
    recordSuccess(): void {
      failures.clear();
      failingUntil = 0;
    },
    isFailing: (): boolean => now().getTime() < failingUntil,
  };
}
