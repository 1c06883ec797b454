import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { columnParsers } from './column-parsers.ts';
import type { Schema } from './tables.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface Database {
  db: Db;
  /** A query on `db` inside `work` throws at once. */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For a dedicated connection (LISTEN). */
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

const insideTransaction = new AsyncLocalStorage<boolean>();

/** A database that hangs must not block every loop; a process that hangs must not hold its locks for long. */
const postgresLimits: pg.PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  query_timeout: 60_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  options: '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
};

/** @param hasNoQueryTimeout for a copy of a whole database */
export function openDatabase(
  connection: string | pg.ClientConfig,
  { hasNoQueryTimeout = false }: { hasNoQueryTimeout?: boolean } = {},
): Database {
  const limits = hasNoQueryTimeout ? { ...postgresLimits, query_timeout: 0 } : postgresLimits;
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({ ...config, ...limits, types: columnParsers });
  // The pool replaces a broken connection; an `error` event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  function assertOutsideTransaction(): void {
    if (!insideTransaction.getStore()) return;
    throw new Error('a query on the base handle inside a transaction: use the transaction');
  }
  const guarded: PostgresPool = {
    connect() {
      assertOutsideTransaction();
      return pool.connect();
    },
    end: () => pool.end(),
    options: pool.options,
  };
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded }) });
  return {
    db,
    inTransaction: (work) =>
      db.transaction().execute((tx) => insideTransaction.run(true, () => work(tx))),
    connection: config,
    close: () => db.destroy(),
  };
}

/** The connection is outside the pool and has no timeouts. */
export async function withDedicatedConnection<T>(
  { connection }: Database,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { options = '' } = postgresLimits;
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    types: columnParsers,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: `${options} -c statement_timeout=0 -c lock_timeout=0`,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.connection().execute(work);
  } finally {
    await db.destroy();
  }
}
