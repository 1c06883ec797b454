import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withDedicatedConnection, type Database, type Db, type Tx } from './database.ts';

/** Equal in all versions, since two versions may start at the same time. */
const LOCKS = { migrations: 727_001, queues: 727_002 };
const RETRY_INTERVAL_MS = 200;

/** Holds the lock on a dedicated connection without timeouts, whose end releases it. */
export async function withAdvisoryLock<T>(
  database: Database,
  lock: keyof typeof LOCKS,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return withDedicatedConnection(database, async (db) => {
    // Polls, because a blocking statement would hold a snapshot, and `create index concurrently` in the
    // process that has the lock would wait for that snapshot.
    while (!(await tryLock(db, lock))) await pause(RETRY_INTERVAL_MS);
    return work(db);
  });
}

/** Until the end of the transaction no migration runs. */
export async function lockMigrations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.migrations})`.execute(tx);
}

async function tryLock(db: Db, lock: keyof typeof LOCKS): Promise<boolean> {
  const attempt = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${LOCKS[lock]}) as mine`.execute(db);
  return attempt.rows[0]?.mine === true;
}
