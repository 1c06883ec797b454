import { AppError } from './app-error.ts';

const RETRY_AFTER_MS = { user: 30_000, all: 120_000 };

/** A download runs long and reads much, and must not slow down publishing. */
export function createDownloadLimiter(limits: { user: number; all: number }) {
  const running = new Map<string, number>();
  const countOf = (userId: string) => running.get(userId) ?? 0;

  function check(userId: string): void {
    if (countOf(userId) >= limits.user) {
      throw new AppError('EXPORT_RUNNING', { retryAfterMs: RETRY_AFTER_MS.user });
    }
    const all = [...running.values()].reduce((sum, count) => sum + count, 0);
    if (all >= limits.all) throw new AppError('EXPORT_BUSY', { retryAfterMs: RETRY_AFTER_MS.all });
  }

  return {
    check,
    /** @throws AppError EXPORT_RUNNING or EXPORT_BUSY */
    acquire(userId: string): () => void {
      check(userId);
      running.set(userId, countOf(userId) + 1);
      return () => {
        const remaining = countOf(userId) - 1;
        if (remaining === 0) running.delete(userId);
        else running.set(userId, remaining);
      };
    },
  };
}
