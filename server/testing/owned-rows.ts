import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

interface Reference {
  table: string;
  columns: string[];
  key: string[];
  parent: string;
  parentColumns: string[];
}

/** Ids of the rows by `table.column`, of each foreign key that leads to one of the roots, directly or not. */
export type OwnedRows = Map<string, { table: string; key: string[]; ids: string[] }>;

/** `roots` has the id of the row by its table. */
export async function findOwnedRows(db: Db, roots: Record<string, string>): Promise<OwnedRows> {
  const references = await readReferences(db);
  const isOwned = (
    table: string,
    path: readonly string[] = [],
  ): RawBuilder<unknown> | undefined => {
    const root = roots[table];
    if (root !== undefined) return sql`id = ${root}`;
    const ways = references.flatMap((reference) => {
      if (reference.table !== table || path.includes(reference.parent)) return [];
      const way = refersToOwned(reference, [...path, table]);
      return way === undefined ? [] : [way];
    });
    return ways.length === 0 ? undefined : sql`(${sql.join(ways, sql` or `)})`;
  };
  const refersToOwned = (reference: Reference, path: readonly string[]) => {
    const { columns, parent, parentColumns } = reference;
    const isParentOwned = isOwned(parent, path);
    return isParentOwned === undefined
      ? undefined
      : sql`(${refs(columns)}) in (
          select ${refs(parentColumns)} from ${sql.table(parent)} where ${isParentOwned})`;
  };
  const rows: OwnedRows = new Map();
  for (const reference of references) {
    const { table, columns, key } = reference;
    const condition = refersToOwned(reference, [table]);
    if (condition === undefined) continue;
    rows.set(`${table}.${columns.join('+')}`, {
      table,
      key,
      ids: await idsIn(db, table, key, condition),
    });
  }
  return rows;
}

/** Names of the foreign keys whose rows are still there. */
export async function findRemainingRows(db: Db, rows: OwnedRows): Promise<string[]> {
  const remaining: string[] = [];
  for (const [name, { table, key, ids }] of rows) {
    const now = new Set(await idsIn(db, table, key, sql`true`));
    if (ids.some((id) => now.has(id))) remaining.push(name);
  }
  return remaining;
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

async function idsIn(
  db: Db,
  table: string,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select row(${refs(key)})::text as id from ${sql.table(table)} where ${condition}`.execute(db);
  return found.rows.map(({ id }) => id);
}

async function readReferences(db: Db): Promise<Reference[]> {
  const namesOf = (relation: RawBuilder<unknown>, numbers: RawBuilder<unknown>) => sql`array(
    select a.attname::text from unnest(${numbers}) with ordinality n (number, position)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number order by position)`;
  const found = await sql<Reference>`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as parent,
      ${namesOf(sql`k.conrelid`, sql`k.conkey`)} as columns,
      ${namesOf(sql`k.confrelid`, sql`k.confkey`)} as "parentColumns",
      ${namesOf(sql`p.conrelid`, sql`p.conkey`)} as key
    from pg_constraint k join pg_constraint p on p.conrelid = k.conrelid and p.contype = 'p'
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    order by 1, 2`.execute(db);
  return found.rows;
}
