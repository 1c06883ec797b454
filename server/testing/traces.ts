import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** In any column of any table, including pg-boss and new tables, as `schema.table: what`. */
export async function findTraces(db: Db, texts: Record<string, string>): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('information_schema', 'pg_catalog') and table_type = 'BASE TABLE'
    order by 1, 2`.execute(db);
  // A test that searches after each step would make thousands of statements.
  const queries = tables.rows.map(
    ({ schema, name }) => sql`
      select ${`${schema}.${name}: `}::text || what as trace from sought
      where exists (select from ${sql.id(schema, name)} as t
        where position(lower(sought.text) in lower(t::text)) > 0)`,
  );
  const found = await sql<{ trace: string }>`
    with sought as (
      select * from unnest(${Object.keys(texts)}::text[], ${Object.values(texts)}::text[])
        as sought (what, text))
    ${sql.join(queries, sql` union all `)}`.execute(db);
  return found.rows.map(({ trace }) => trace);
}
