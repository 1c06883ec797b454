import { AppError } from '../http/app-error.ts';

const TRY_AGAIN_MS = { user: 30_000, all: 120_000 };

/**
 * Downloads are long and read much: so many at once, of one user and in this process, that whoever
 * publishes does not feel them.
 */
export function createSlots(most: { user: number; all: number }) {
  const running = new Map<string, number>();
  const of = (userId: string) => running.get(userId) ?? 0;

  /** @throws AppError EXPORT_RUNNING or EXPORT_BUSY */
  function check(userId: string): void {
    if (of(userId) >= most.user) {
      throw new AppError('EXPORT_RUNNING', { retryAfterMs: TRY_AGAIN_MS.user });
    }
    const all = [...running.values()].reduce((sum, count) => sum + count, 0);
    if (all >= most.all) throw new AppError('EXPORT_BUSY', { retryAfterMs: TRY_AGAIN_MS.all });
  }

  return {
    check,
    /**
     * Answers how it is given back.
     * @throws as `check`
     */
    take(userId: string): () => void {
      check(userId);
      running.set(userId, of(userId) + 1);
      return () => {
        const left = of(userId) - 1;
        if (left === 0) running.delete(userId);
        else running.set(userId, left);
      };
    },
  };
}
