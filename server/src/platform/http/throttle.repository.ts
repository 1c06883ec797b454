import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { interval } from '../database/interval.ts';

export function createThrottleRepository(db: Db) {
  return {
    /** One attempt for each subject, which counts for so many ms. Returns the ids of the attempts. */
    async record(subjects: readonly string[], windowMs: number): Promise<string[]> {
      const recorded = await sql<{ id: string }>`
        insert into throttled_attempts (subject, expires_at)
        select subject, app_now() + ${interval(windowMs)}
        from unnest(${[...subjects]}::text[]) as subject
        returning id`.execute(db);
      return recorded.rows.map(({ id }) => id);
    },

    async forget(ids: readonly string[]): Promise<void> {
      await sql`delete from throttled_attempts where id = any(${[...ids]}::bigint[])`.execute(db);
    },

    /** The attempts of each subject that count, and the time in ms until the first of them no longer does. */
    async count(subjects: readonly string[]) {
      const found = await sql<{ subject: string; count: number; waitMs: number }>`
        select subject, count(*)::int as count,
          (extract(epoch from min(expires_at) - app_now()) * 1000)::float8 as "waitMs"
        from throttled_attempts
        where subject = any(${[...subjects]}) and expires_at > app_now()
        group by subject`.execute(db);
      return found.rows;
    },

    async forgetOld(): Promise<void> {
      await sql`delete from throttled_attempts where expires_at <= app_now()`.execute(db);
    },
  };
}
