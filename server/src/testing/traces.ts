import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/**
 * Where in all columns of all tables, the jobs' too, one of these texts stands: `schema.table: what`.
 * Whoever adds a table need not think of it.
 */
export async function tracesOf(db: Db, texts: Record<string, string>): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('information_schema', 'pg_catalog') and table_type = 'BASE TABLE'
    order by 1, 2`.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    for (const [what, text] of Object.entries(texts)) {
      const rows = await sql`
        select from ${sql.id(schema, name)} as t
        where position(lower(${text}) in lower(t::text)) > 0 limit 1`.execute(db);
      if (rows.rows.length > 0) found.push(`${schema}.${name}: ${what}`);
    }
  }
  return found;
}
