interface Waiter {
  /** Whether it has become too late to go on. */
  isExpired: () => boolean;
  resolve: (isAcquired: boolean) => void;
}

export type Semaphore = ReturnType<typeof createSemaphore>;

/** So many may be at something at a time; whoever waits longest comes next. */
export function createSemaphore(limit: number) {
  let waiters: Waiter[] = [];
  let acquired = 0;
  return {
    /** Answers false if it was over before there was a slot; then there is none to give back. */
    async acquire(isExpired: () => boolean = () => false): Promise<boolean> {
      if (acquired === limit) {
        return new Promise<boolean>((resolve) => waiters.push({ isExpired, resolve }));
      }
      acquired += 1;
      return true;
    },

    /** Hands the slot to the next, or leaves it free; answers whether nobody has one any more. */
    release(): boolean {
      const next = waiters.shift();
      if (next === undefined) acquired -= 1;
      else next.resolve(true);
      return acquired === 0;
    },

    /** Sends those away for whom it is over. */
    cancelExpired(): void {
      const isExpired = Map.groupBy(waiters, (one) => one.isExpired());
      waiters = isExpired.get(false) ?? [];
      for (const { resolve } of isExpired.get(true) ?? []) resolve(false);
    },
  };
}

/** The same for each key by itself: one that has many waiting holds up no other. */
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
