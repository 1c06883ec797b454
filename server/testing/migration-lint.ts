import { NO_TRANSACTION_MARKER, statementsOf } from '../src/platform/database/migrate.ts';

interface Rule {
  pattern: RegExp;
  why: string;
}

const scans =
  'reads the whole table while nobody may write: add it `not valid`, validate it in a file after';
const rewrites = 'writes the whole table anew while nobody may read';
const usedByOldVersion =
  'the version before still uses it: leave it for a release, and name the file that made it unused with `-- contracts 00NN`';

const onTables: readonly Rule[] = [
  { pattern: /\bset not null\b/, why: scans },
  { pattern: /\balter (?:column )?\S+ (?:set data )?type\b/, why: rewrites },
  { pattern: /\badd column\b[^,]*\b(?:big|small)?serial\b/, why: rewrites },
  { pattern: /\badd column\b[^,]*\bgenerated\b/, why: rewrites },
  {
    pattern: /\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval|uuid_\w+)\b/,
    why: rewrites,
  },
  { pattern: /\bset (?:un)?logged\b|\bset tablespace\b/, why: rewrites },
  {
    pattern: /\badd column\b(?=[^,]*\bnot null\b)(?![^,]*\bdefault\b)/,
    why: 'the version before writes rows without it: give it a default',
  },
  { pattern: /\badd column\b[^,]*\b(?:unique|primary key|references|check)\b/, why: scans },
  {
    pattern:
      /\badd (?:constraint|check|foreign key|unique|primary key|exclude)\b(?!.*\bnot valid\b)(?!.*\busing index\b)/,
    why: scans,
  },
  { pattern: /\brename\b/, why: usedByOldVersion },
];

const anywhere: readonly Rule[] = [
  { pattern: /^(?:lock table|truncate|vacuum full|cluster)\b/, why: 'stops everybody' },
  { pattern: /^reindex\b(?!.*\bconcurrently\b)/, why: 'stops everybody who writes' },
  {
    pattern: /^refresh materialized view\b(?!.*\bconcurrently\b)/,
    why: 'stops everybody who reads',
  },
];

const contracts = /^-- contracts (\d{4})\b/m;

/**
 * Two versions of the code use one schema during a migration. Returns what would block or break them, as
 * `statement: why`. Tables that the file creates have no rows and are exempt.
 */
export function lintMigration(text: string): string[] {
  const isOutside = text.startsWith(NO_TRANSACTION_MARKER);
  const statements = statementsOf(text).map((statement) =>
    statement.toLowerCase().replaceAll(/\s+/g, ' '),
  );
  const own = new Set(
    statements.flatMap(
      (statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
    ),
  );
  const isOwn = (table: string | undefined) => table !== undefined && own.has(table);
  return statements.flatMap((statement, index) => {
    const found = isOutside
      ? lintOutsideTransaction(statement, statements.slice(0, index))
      : lintInTransaction(statement, isOwn);
    const dropped = /\bdrop (?:column|table)\b/.test(statement) && !contracts.test(text);
    return [...found, ...(dropped ? [usedByOldVersion] : [])].map((why) => `${statement}: ${why}`);
  });
}

const findViolations = (rules: readonly Rule[], statement: string) =>
  rules.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why);

function lintInTransaction(
  statement: string,
  isOwn: (table: string | undefined) => boolean,
): string[] {
  const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? [];
  const [, indexed] = /^create (?:unique )?index\b.*? on (?:only )?(\w+)/.exec(statement) ?? [];
  const [, written] = /^(?:with\b.*\b)?(?:update|delete from) (\w+)/.exec(statement) ?? [];
  const found = findViolations(anywhere, statement);
  if (altered !== undefined && !isOwn(altered)) found.push(...findViolations(onTables, statement));
  if (/\bconcurrently\b/.test(statement))
    found.push(`needs \`${NO_TRANSACTION_MARKER}\` as the file's first line`);
  else if (indexed !== undefined && !isOwn(indexed)) {
    found.push('nobody may write while it is built: `concurrently`, in a file of its own');
  }
  if (written !== undefined && !isOwn(written)) {
    found.push('holds all rows that it writes: a job does it in small parts');
  }
  return found;
}

/** A failed concurrent build leaves an invalid index, which `if not exists` would not replace. */
function lintOutsideTransaction(statement: string, before: readonly string[]): string[] {
  if (/^drop index concurrently if exists \w+$/.test(statement)) return [];
  const [, name] = /^create (?:unique )?index concurrently (\w+) on /.exec(statement) ?? [];
  if (name === undefined) return ['only indexes are made or dropped outside of a transaction'];
  const isRepeatable = before.includes(`drop index concurrently if exists ${name}`);
  return isRepeatable
    ? []
    : [`must be repeatable: before it, drop index concurrently if exists ${name}`];
}
