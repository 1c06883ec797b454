import { setTimeout as wait } from 'node:timers/promises';

export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 60) throw error;
      await wait(500);
    }
  }
}
