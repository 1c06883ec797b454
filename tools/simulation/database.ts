import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Database } from '@pontual/server/platform/database/database.ts';
import type { Schema } from '@pontual/server/platform/database/tables.ts';
import { LostConnection, neverResolves, type SimulatedProcess } from './process.ts';
import type { SharedDatabase } from './shared.ts';

interface Session extends DatabaseConnection {
  isInTransaction: boolean;
  holdsLock: boolean;
}

const insideTransaction = new AsyncLocalStorage<boolean>();

export function openProcessDatabase(shared: SharedDatabase, process: SimulatedProcess): Database {
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(shared, process),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    },
  });
  return {
    db,
    inTransaction: (work) =>
      db.transaction().execute((tx) => insideTransaction.run(true, () => work(tx))),
    connection: {},
    close: () => db.destroy(),
  };
}

function createDriver(shared: SharedDatabase, process: SimulatedProcess): Driver {
  const { lock } = shared;

  function endSession(session: Session): void {
    if (session.isInTransaction) shared.rollback();
    session.isInTransaction = false;
    if (session.holdsLock) lock.release();
    session.holdsLock = false;
  }

  /** Rolls back the transaction of a dead process, as the database does when its connection ends. */
  function abandon<T>(session: Session): Promise<T> {
    endSession(session);
    return neverResolves<T>();
  }

  function failConnection(session: Session): never {
    endSession(session);
    throw new LostConnection('the connection was lost');
  }

  async function failBefore(session: Session): Promise<void> {
    if (process.isDead) await abandon(session);
    const before = process.takeFailure('before-query');
    if (before?.kind === 'kill') await abandon(session);
    if (before?.kind === 'lost-connection') failConnection(session);
  }

  async function execute<Row>(session: Session, query: CompiledQuery): Promise<QueryResult<Row>> {
    await failBefore(session);
    const { rows, affected } = shared.query(query.sql, query.parameters);
    const result = { rows: rows as Row[], numAffectedRows: BigInt(affected) };
    if (session.isInTransaction) return result;
    // The query is complete, so other processes may continue whatever happens to this one.
    endSession(session);
    await finishQuery(session);
    return result;
  }

  async function finishQuery(session: Session): Promise<void> {
    const after = process.takeFailure('after-query');
    if (after?.kind === 'lost-connection') failConnection(session);
    if (after?.kind === 'pause') process.pause(false);
    await process.gate();
  }

  async function acquireSession(): Promise<Session> {
    if (insideTransaction.getStore()) {
      throw new Error('a query on the base handle inside a transaction: use the transaction');
    }
    await process.gate();
    await lock.acquire();
    const session: Session = {
      isInTransaction: false,
      holdsLock: true,
      executeQuery: (query) => execute(session, query),
      streamQuery: () => {
        throw new Error('nothing is streamed');
      },
    };
    return process.isDead ? abandon<Session>(session) : session;
  }

  return {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: acquireSession,
    async beginTransaction(connection) {
      const session = connection as Session; // it comes from acquireConnection
      shared.begin();
      session.isInTransaction = true;
    },
    async commitTransaction(connection) {
      const session = connection as Session; // it comes from acquireConnection
      await failBefore(session);
      shared.commit();
      session.isInTransaction = false;
      endSession(session);
      await finishQuery(session);
    },
    async rollbackTransaction(connection) {
      endSession(connection as Session); // it comes from acquireConnection
    },
    async releaseConnection(connection) {
      endSession(connection as Session); // it comes from acquireConnection
    },
  };
}
