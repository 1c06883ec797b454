import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export async function databaseNow(db: Db | Tx): Promise<Date> {
  const read = await sql<{ now: Date }>`select app_now() as now`.execute(db);
  const [row] = read.rows;
  if (row === undefined) throw new Error('a select without a table returned no row');
  return row.now;
}
