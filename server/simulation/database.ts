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
import type { Database } from '../src/database/database.ts';
import type { Tables } from '../src/database/tables.ts';
import { LostConnection, never, type SimulatedProcess } from './process.ts';
import type { Shared } from './shared.ts';

/** One use of the one connection. */
interface Turn extends DatabaseConnection {
  isInTransaction: boolean;
  holdsLock: boolean;
}

const insideTransaction = new AsyncLocalStorage<boolean>();

/** The database as one process sees it: it may die, or lose its connection, at any query. */
export function openProcessDatabase(shared: Shared, process: SimulatedProcess): Database {
  const db = new Kysely<Tables>({
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

function createDriver(shared: Shared, process: SimulatedProcess): Driver {
  const { lock } = shared;

  function giveBack(turn: Turn): void {
    if (turn.isInTransaction) shared.rollback();
    turn.isInTransaction = false;
    if (turn.holdsLock) lock.release();
    turn.holdsLock = false;
  }

  /** What a dead process had begun is undone, as the database does when its connection ends. */
  function buried<T>(turn: Turn): Promise<T> {
    giveBack(turn);
    return never<T>();
  }

  function lose(turn: Turn): never {
    giveBack(turn);
    throw new LostConnection('the connection was lost');
  }

  async function execute<Row>(turn: Turn, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (process.isDead) return buried(turn);
    const before = process.takeDoom('before-query');
    if (before?.how === 'kill') return buried(turn);
    if (before?.how === 'lost-connection') return lose(turn);
    const { rows, affected } = shared.query(query.sql, query.parameters);
    const result = { rows: rows as Row[], numAffectedRows: BigInt(affected) };
    if (turn.isInTransaction) return result;
    // Answered: others may go on, whatever becomes of this process.
    giveBack(turn);
    await answered(turn);
    return result;
  }

  async function answered(turn: Turn): Promise<void> {
    const after = process.takeDoom('after-query');
    if (after?.how === 'lost-connection') lose(turn);
    if (after?.how === 'pause') process.pause(false);
    await process.gate();
  }

  return {
    init: async () => undefined,
    destroy: async () => undefined,
    async acquireConnection() {
      if (insideTransaction.getStore()) {
        throw new Error('a query on the base handle inside a transaction: use the transaction');
      }
      await process.gate();
      await lock.acquire();
      const turn: Turn = {
        isInTransaction: false,
        holdsLock: true,
        executeQuery: (query) => execute(turn, query),
        streamQuery: () => {
          throw new Error('nothing is streamed');
        },
      };
      return process.isDead ? buried<Turn>(turn) : turn;
    },
    async beginTransaction(connection) {
      const turn = connection as Turn; // it comes from acquireConnection
      shared.begin();
      turn.isInTransaction = true;
    },
    async commitTransaction(connection) {
      const turn = connection as Turn; // it comes from acquireConnection
      if (process.isDead) return buried(turn);
      const before = process.takeDoom('before-query');
      if (before?.how === 'kill') return buried(turn);
      if (before?.how === 'lost-connection') lose(turn);
      shared.commit();
      turn.isInTransaction = false;
      giveBack(turn);
      await answered(turn);
    },
    async rollbackTransaction(connection) {
      giveBack(connection as Turn); // it comes from acquireConnection
    },
    async releaseConnection(connection) {
      giveBack(connection as Turn); // it comes from acquireConnection
    },
  };
}
