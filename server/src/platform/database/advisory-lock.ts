import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withDedicatedConnection, type Database, type Db } from './database.ts';

/** Arbitrary, and the same in all versions: two of them may start at the same time. */
const LOCKS = { migrations: 727_001, queues: 727_002 };
const RETRY_INTERVAL_MS = 200;

/**
 * Does what only one process at a time may do to the schema, on a connection of its own that no limit
 * of time ends; the others wait. The turn is over when that connection ends, whatever ends it.
 */
export async function withAdvisoryLock<T>(
  database: Database,
  lock: keyof typeof LOCKS,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return withDedicatedConnection(database, async (db) => {
    // Asked again and again, because a statement that waits would hold a snapshot, and an index that
    // is built concurrently by whoever has the turn would wait for that.
    while (!(await tryLock(db, lock))) await pause(RETRY_INTERVAL_MS);
    return work(db);
  });
}

async function tryLock(db: Db, lock: keyof typeof LOCKS): Promise<boolean> {
  // Of the session, so that it outlasts the transactions of the work.
  const attempt = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${LOCKS[lock]}) as mine`.execute(db);
  return attempt.rows[0]?.mine === true;
}
