import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database, Db, Tx } from './database.ts';

const folder = new URL('migrations/', import.meta.url);

/**
 * Applies the numbered SQL files that this database has not seen, each with its record in one
 * transaction. Safe to call from many processes at once: they take turns.
 */
export async function migrate(database: Database): Promise<void> {
  await database.inTransaction(async (tx) => {
    // A migration, or waiting for another process's, may take longer than a statement otherwise.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    // Transaction-level, so that it is released however this ends. The number is arbitrary.
    await sql`select pg_advisory_xact_lock(727001)`.execute(tx);
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(tx);
    for (const name of await pendingMigrations(tx)) {
      await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(tx);
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx);
    }
  });
}

/** The files that a migrated database has not seen, in their order. */
export async function pendingMigrations(db: Db | Tx): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const known = new Set(applied.rows.map((row) => row.name));
  return files.filter((name) => !known.has(name));
}
