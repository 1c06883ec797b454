import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

const folder = new URL('migrations/', import.meta.url);

/**
 * Applies the numbered SQL files that this database has not seen, each with its record in one
 * transaction. Safe to call from many processes at once: they take turns.
 */
export async function migrate(database: Database): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await database.inTransaction(async (tx) => {
    // Transaction-level, so that it is released however this ends. The number is arbitrary.
    await sql`select pg_advisory_xact_lock(727001)`.execute(tx);
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(tx);
    const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(tx);
    const known = new Set(applied.rows.map((row) => row.name));
    for (const name of files.filter((file) => !known.has(file))) {
      await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(tx);
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx);
    }
  });
}
