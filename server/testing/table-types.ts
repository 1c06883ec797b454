import { readFile } from 'node:fs/promises';
import { format, type FormatOptions } from 'oxfmt';
import pg from 'pg';

interface Column {
  relation: number;
  number: number;
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Only the database writes it. */
  isGenerated: boolean;
  check: string | null;
  /** Of a view: its query, and the column that it returns unchanged. */
  query: string | null;
  origin: Column | undefined;
}

/** What the driver returns (database.ts). */
const scalarTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};

const source = new URL('../src/platform/database/', import.meta.url);

/** The text of `tables.ts` for the schema of a migrated database. */
export async function writeTableTypes(connectionString: string): Promise<string> {
  const columnTypes = await readFile(new URL('column-types.ts', source), 'utf8');
  const known = new Set([...columnTypes.matchAll(/^ {2}'([\w.]+)':/gm)].map(([, key = '']) => key));
  const columns = await readColumns(connectionString);
  const names = new Set(columns.map(keyOf));
  const unused = [...known].filter((key) => !names.has(key));
  if (unused.length > 0) throw new Error(`no such column: ${unused.join(', ')}`);
  const { tables = [], views = [] } = Object.groupBy(columns, ({ query }) =>
    query === null ? 'tables' : 'views',
  );
  const write = (columns: readonly Column[]) =>
    [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
      const types = own.map((column) => `${column.name}: ${typeOf(column, known)};`);
      return `${table}: {\n${types.join(' ')} };`;
    });
  const text = [
    '// Generated from the migrated schema by server/testing/table-types.ts; `npm run generate:tables` writes it again.',
    "import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';",
    "import type { ColumnTypes } from './column-types.ts';",
    '',
    '/** A bigint, which the driver returns as text. */',
    'type Int8 = ColumnType<string, number | string, number | string>;',
    '',
    'export interface Tables {',
    ...write(tables),
    '}',
    '',
    'export interface Schema extends Tables {',
    ...write(views),
    '}',
    '',
  ].join('\n');
  const options: FormatOptions = JSON.parse(
    await readFile(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'),
  );
  return (await format('tables.ts', text, options)).code;
}

function typeOf(column: Column, known: ReadonlySet<string>): string {
  const { type, isNullable, hasDefault, isGenerated, query, origin } = column;
  const bare = typeByApplication(column, known) ?? typeByDatabase(column);
  const selected = isNullable ? `${bare} | null` : bare;
  if (query !== null) return origin === undefined ? bare : selected;
  if (isGenerated) return `GeneratedAlways<${selected}>`;
  if (type === 'jsonb') {
    const inserted = hasDefault ? ', string | undefined' : '';
    return `JSONColumnType<${bare}${inserted}>${isNullable ? ' | null' : ''}`;
  }
  if (hasDefault) return `Generated<${selected}>`;
  return type === 'int8' ? selected.replace('string', 'Int8') : selected;
}

function typeByApplication(column: Column, known: ReadonlySet<string>): string | undefined {
  const key = keyOf(column);
  if (known.has(key)) return `ColumnTypes['${key}']`;
  return column.origin && typeByApplication(column.origin, known);
}

const keyOf = ({ table, name }: Column) => `${table}.${name}`;

/** @throws Error for an expression of a view, and for a type whose values PostgreSQL does not know */
function typeByDatabase(column: Column): string {
  const { type, check, query, origin } = column;
  if (origin !== undefined) return typeByDatabase(origin);
  const isArray = type.startsWith('_');
  const scalar = valuesOf(check) ?? scalarTypes[isArray ? type.slice(1) : type];
  if (scalar === undefined || query !== null) {
    throw new Error(`${keyOf(column)} (${type}) needs an entry in ColumnTypes`);
  }
  return isArray ? `(${scalar})[]` : scalar;
}

/** A union of the values that a check constraint lists. */
function valuesOf(check: string | null): string | undefined {
  const [, list] = /^CHECK \(\(\w+ (?:= ANY|<@) \(?ARRAY\[(.+)\]\)?\)\)$/.exec(check ?? '') ?? [];
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ');
}

async function readColumns(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      select c.oid as relation, a.attnum as number, c.relname as table, a.attname as name, t.typname as type,
        not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault",
        a.attidentity = 'a' or a.attgenerated <> '' as "isGenerated",
        case when c.relkind = 'v' then pg_get_viewdef(c.oid) end as query,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
         order by k.oid limit 1) as check
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
        and c.relname <> 'schema_migrations' and a.attnum > 0 and not a.attisdropped
      order by c.oid, a.attnum`);
    const views = Map.groupBy(
      rows.filter(({ query }) => query !== null),
      ({ query }) => query ?? '',
    );
    for (const [query, columns] of views) await findOrigins(client, query, columns, rows);
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * PostgreSQL calls every column of a view nullable, but its query returns where each comes from. That an outer join
 * may add nulls is not seen.
 */
async function findOrigins(
  client: pg.Client,
  query: string,
  columns: readonly Column[],
  all: readonly Column[],
): Promise<void> {
  const { fields } = await client.query(`${query.replace(/;$/, '')} limit 0`);
  for (const [index, { tableID, columnID }] of fields.entries()) {
    const column = columns[index];
    const origin = all.find(({ relation, number }) => relation === tableID && number === columnID);
    if (column === undefined || origin === undefined) continue;
    column.origin = origin;
    column.isNullable = origin.isNullable;
  }
}
