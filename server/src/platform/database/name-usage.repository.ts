import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

type NamedTable = 'custom_templates' | 'hashtag_groups';

/** Counts the rows of a workspace and finds the id of this name, ignoring case. */
export async function findNameUsage(
  db: Db | Tx,
  table: NamedTable,
  workspaceId: string,
  name: string,
) {
  const found = await sql<{ count: number; holder: string | null }>`
    select count(*)::int as count,
      min(id::text) filter (where lower(name) = lower(${name})) as holder
    from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(db);
  return found.rows[0] ?? { count: 0, holder: null };
}
