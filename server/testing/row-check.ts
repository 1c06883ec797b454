import type { KyselyPlugin, QueryId } from 'kysely';

/** What a column may be: a kind of value (`kindOf`), or a literal string in JSON. */
export type ColumnKinds = readonly string[];

export interface RowType {
  /** `path:line` of the statement. */
  at: string;
  columns: Readonly<Record<string, ColumnKinds>>;
}

/** By the literal parts of the statement (`keyOfStatement`); equal statements may have several types. */
export type RowTypes = Readonly<Record<string, readonly RowType[]>>;

export const keyOfStatement = (fragments: readonly string[]): string => fragments.join('${}');

/** Of many rows, the first ones show their types. */
const CHECKED_ROWS = 50;

/** Compares each row that a `sql<Row>` statement returns with its type. A difference fails the query. */
export function createRowCheck(rowTypes: RowTypes): KyselyPlugin {
  const expected = new WeakMap<QueryId, readonly RowType[]>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode') {
        const types = rowTypes[keyOfStatement(node.sqlFragments)];
        if (types !== undefined) expected.set(queryId, types);
      }
      return node;
    },
    transformResult({ result, queryId }) {
      for (const type of expected.get(queryId) ?? []) {
        const faults = new Set(
          result.rows.slice(0, CHECKED_ROWS).flatMap((row) => findFaults(row, type)),
        );
        if (faults.size > 0) throw new Error(`${type.at}: ${[...faults].join('; ')}`);
      }
      return Promise.resolve(result);
    },
  };
}

/** What a row has that its type does not say. */
export function findFaults(row: Record<string, unknown>, { columns }: RowType): string[] {
  const names = new Set([...Object.keys(row), ...Object.keys(columns)]);
  return [...names].flatMap((name) => {
    const kinds = columns[name];
    if (kinds === undefined) return [`${name} is not in the type`];
    const value = name in row ? row[name] : undefined;
    return fits(value, kinds) ? [] : [`${name} is ${kindOf(value)}, not ${kinds.join(' | ')}`];
  });
}

const fits = (value: unknown, kinds: ColumnKinds) =>
  kinds.includes('any') ||
  kinds.includes(kindOf(value)) ||
  (typeof value === 'string' && kinds.includes(JSON.stringify(value)));

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return typeof value;
}
