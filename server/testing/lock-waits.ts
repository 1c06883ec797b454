import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../src/platform/database/database.ts';

/**
 * Waits until one query of the database waits for a lock. `db` is no transaction: a transaction sees the
 * activity of its first look only.
 */
export const waitForLockWaiter = (db: Db): Promise<void> =>
  expect
    .poll(async () => {
      const found = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return found.rows.length;
    })
    .toBe(1);
