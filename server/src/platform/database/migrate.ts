import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database, Db, Tx } from './database.ts';
import { withAdvisoryLock } from './advisory-lock.ts';

const MIGRATIONS_FOLDER = new URL('migrations/', import.meta.url);

/** The first line of a file whose statements PostgreSQL does not run inside a transaction. */
export const NO_TRANSACTION_MARKER = '-- outside of a transaction';

/** A statement that waits for a table lock blocks all later statements on that table, so it gives up. */
const LOCK_TIMEOUT = '2s';
const RETRY_DELAY_MS = 2000;
/** Almost four minutes: a normal statement ends after at most thirty seconds. */
const ATTEMPTS = 60;
const RETRYABLE_CODES: ReadonlySet<string | undefined> = new Set([
  '55P03', // lock_not_available
  '40P01', // deadlock_detected
]);

/**
 * Applies each pending file in one transaction with its record, or statement by statement where its first
 * line is NO_TRANSACTION_MARKER. Processes take turns, also while others serve; no query waits long.
 * @throws the error of the failed statement; the files before it stay applied
 */
export async function migrate(database: Database, folder: URL = MIGRATIONS_FOLDER): Promise<void> {
  // A process with nothing to migrate starts at once, even while another runs a long migration.
  if (await isMigrated(database.db, folder)) return;
  await withAdvisoryLock(database, 'migrations', async (db) => {
    await createMigrationsTable(db);
    for (const name of await pendingMigrations(db, folder)) {
      const text = await readFile(new URL(name, folder), 'utf8');
      await (text.startsWith(NO_TRANSACTION_MARKER)
        ? applyByStatement(db, name, text)
        : withRetries(() => applyInTransaction(db, name, text)));
    }
  });
}

async function isMigrated(db: Db, folder: URL): Promise<boolean> {
  const found = await sql<{ known: boolean }>`
    select to_regclass('schema_migrations') is not null as known`.execute(db);
  return found.rows[0]?.known === true && (await pendingMigrations(db, folder)).length === 0;
}

/**
 * Runs in the caller's transaction, on a database that no other process uses.
 * @param only names of the files to apply; undefined: all
 */
export async function applyMigrations(tx: Tx, only?: ReadonlySet<string>): Promise<void> {
  await createMigrationsTable(tx);
  for (const name of await pendingMigrations(tx)) {
    if (only !== undefined && !only.has(name)) continue;
    const text = await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8');
    // `concurrently` is impossible inside a transaction, and unnecessary without other users of the database.
    const statements = text.startsWith(NO_TRANSACTION_MARKER)
      ? text.replaceAll(/\bconcurrently\b/gi, '')
      : text;
    await sql.raw(statements).execute(tx);
    await recordMigration(tx, name);
  }
}

export const knownMigrations = async (folder: URL = MIGRATIONS_FOLDER): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** The migrations table must exist. */
export async function pendingMigrations(
  db: Db | Tx,
  folder: URL = MIGRATIONS_FOLDER,
): Promise<string[]> {
  const files = await knownMigrations(folder);
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const known = new Set(applied.rows.map((row) => row.name));
  return files.filter((name) => !known.has(name));
}

async function applyInTransaction(db: Db, name: string, text: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx);
    await sql.raw(text).execute(tx);
    await recordMigration(tx, name);
  });
}

/** A process that dies runs the whole file again, so each statement must be repeatable. */
async function applyByStatement(db: Db, name: string, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await sql.raw(statement).execute(db);
  await recordMigration(db, name);
}

const createMigrationsTable = (db: Db | Tx) =>
  sql`create table if not exists schema_migrations (
    name text primary key, applied_at timestamptz not null default now())`.execute(db);

const recordMigration = (db: Db | Tx, name: string) =>
  sql`insert into schema_migrations (name) values (${name})`.execute(db);

/** A statement ends with a semicolon at the end of a line. */
export function statementsOf(text: string): string[] {
  const bare = text.replaceAll(/--.*$/gm, '');
  return bare
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function withRetries(apply: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply();
      return;
    } catch (error) {
      const isRetryable = error instanceof pg.DatabaseError && RETRYABLE_CODES.has(error.code);
      if (!isRetryable || attempt === ATTEMPTS) throw error;
    }
    await pause(RETRY_DELAY_MS);
  }
}
