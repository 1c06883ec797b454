interface Waiter {
  isExpired: () => boolean;
  resolve: (isAcquired: boolean) => void;
}

export type Semaphore = ReturnType<typeof createSemaphore>;

/** The longest waiter comes next. */
export function createSemaphore(limit: number) {
  let waiters: Waiter[] = [];
  let acquired = 0;
  return {
    /** Returns false if `cancelExpired` removed the waiter; then there is no slot to release. */
    async acquire(isExpired: () => boolean = () => false): Promise<boolean> {
      if (acquired === limit) {
        return new Promise<boolean>((resolve) => waiters.push({ isExpired, resolve }));
      }
      acquired += 1;
      return true;
    },

    /** Returns whether all slots are free. */
    release(): boolean {
      const next = waiters.shift();
      if (next === undefined) acquired -= 1;
      else next.resolve(true);
      return acquired === 0;
    },

    cancelExpired(): void {
      const isExpired = Map.groupBy(waiters, (one) => one.isExpired());
      waiters = isExpired.get(false) ?? [];
      for (const { resolve } of isExpired.get(true) ?? []) resolve(false);
    },
  };
}

/** A key with many waiters delays no other key. */
export function createKeyedSemaphore(limit: number) {
  const semaphores = new Map<string, Semaphore>();
  return {
    acquire(key: string, isExpired: () => boolean): Promise<boolean> {
      const semaphore = semaphores.get(key) ?? createSemaphore(limit);
      semaphores.set(key, semaphore);
      return semaphore.acquire(isExpired);
    },
    release(key: string): void {
      if (semaphores.get(key)?.release() === true) semaphores.delete(key);
    },
    cancelExpired(): void {
      for (const semaphore of semaphores.values()) semaphore.cancelExpired();
    },
  };
}
