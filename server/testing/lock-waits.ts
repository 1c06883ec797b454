import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../src/platform/database/database.ts';

/** Not in a transaction, which sees the activity of its first look only. */
export async function waitForLockWaiter(db: Db): Promise<void> {
  await expect
    .poll(async () => {
      const found = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return found.rows.length;
    })
    .toBe(1);
}
