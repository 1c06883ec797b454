import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { throttleApp } from './app-throttle.repository.ts';
import type { InstagramIssue } from './errors.ts';

/** Calls while throttled prolong the throttle, so it is never shorter, whatever wait Instagram names. */
const THROTTLE_MS = 5 * 60_000;
/** Longer than a post that was claimed before may take to be sent; from then on the row holds all posts. */
const NEW_MS = 7000;

export type AppThrottle = ReturnType<typeof createAppThrottle>;

/** Instagram limits the calls of the whole app: no account is called until the limit ends. */
export function createAppThrottle({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}) {
  const readClocks = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() });
  let begunAt: ReturnType<typeof readClocks> | undefined;

  return {
    /** Before the caller sees the answer, so that no later step calls for another account. */
    async begin({ code, waitMs = 0 }: Pick<InstagramIssue, 'code' | 'waitMs'>): Promise<void> {
      begunAt = readClocks();
      log.warn({ code }, 'Instagram throttles the app');
      await throttleApp(database.db, code, Math.max(THROTTLE_MS, waitMs)).catch((error: unknown) =>
        log.error({ error }, 'a throttle of the app was not recorded'),
      );
    },

    /** Uses both clocks, because the monotonic clock may stop while the machine sleeps. */
    isNew(): boolean {
      if (begunAt === undefined) return false;
      const { monotonicMs, wallMs } = readClocks();
      return (
        monotonicMs - begunAt.monotonicMs <= NEW_MS && Math.abs(wallMs - begunAt.wallMs) <= NEW_MS
      );
    },
  };
}
