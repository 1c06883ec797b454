import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { findAppThrottle, throttleApp } from './app-throttle.repository.ts';
import { findIssueByCode, issueForHoldReason, type InstagramIssue } from './errors.ts';

/** Calls while throttled prolong the throttle, so it is never shorter, whatever wait Instagram names. */
const THROTTLE_MS = 5 * 60_000;
/** Longer than a post that was claimed before may take to be sent; from then on the row holds all posts. */
const NEW_MS = 7000;
/** Many answers at once report the same throttle, which is written once. */
const RECORDED_MS = 999;

export type AppThrottle = ReturnType<typeof createAppThrottle>;

/** Instagram limits the calls of the whole app: no account of its login is called until the limit ends. */
export function createAppThrottle(
  login: InstagramLogin,
  {
    database,
    clock,
    log,
  }: {
    database: Database;
    clock: Clock;
    log: Log;
  },
) {
  const readClocks = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() });
  let begunAt: ReturnType<typeof readClocks> | undefined;
  let last: { ms: number; at: ReturnType<typeof readClocks>; recorded: Promise<void> } | undefined;

  /** Uses both clocks, because the monotonic clock may stop while the machine sleeps. */
  function isWithin(ms: number, at: ReturnType<typeof readClocks>): boolean {
    const { monotonicMs, wallMs } = readClocks();
    return monotonicMs - at.monotonicMs <= ms && Math.abs(wallMs - at.wallMs) <= ms;
  }

  const record = (code: string, ms: number): Promise<void> => {
    log.warn({ code, login }, 'Instagram throttles the app');
    return throttleApp(database.db, login, code, ms).catch((error: unknown) => {
      last = undefined;
      log.error({ error }, 'a throttle of the app was not recorded');
    });
  };

  return {
    /** Wait for it before the caller sees an error, so that no later step calls for another account. */
    begin({ code, waitMs = 0 }: Pick<InstagramIssue, 'code' | 'waitMs'>): Promise<void> {
      begunAt = readClocks();
      const ms = Math.max(THROTTLE_MS, waitMs);
      if (last === undefined || !isWithin(RECORDED_MS, last.at) || ms > last.ms) {
        last = { ms, at: begunAt, recorded: record(code, ms) };
      }
      return last.recorded;
    },

    /** Why no account of the login may be called now, whichever process has met the limit. Undefined if it may. */
    async currentIssue(): Promise<InstagramIssue | undefined> {
      const throttle = await findAppThrottle(database.db, login).catch((error: unknown) => {
        log.error({ error }, 'whether the app is throttled could not be read');
        return undefined;
      });
      return throttle && (findIssueByCode(throttle.code) ?? issueForHoldReason('app_limited'));
    },

    isNew: (): boolean => begunAt !== undefined && isWithin(NEW_MS, begunAt),
  };
}
