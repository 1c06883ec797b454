import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { Log } from '../../log/log.ts';
import { OWNER, openCluster, ServerStartError, type Cluster } from './cluster.ts';
import type { Settings } from './configuration.ts';

/** Advisory locks of sessions. One product owns the database; products and commands use it. */
const LOCKS = { ownership: 727_003, use: 727_004 } as const;
const RETRY_INTERVAL_MS = 20;
/** How long a server may take to accept connections: after a crash it replays its log first. */
const START_TIMEOUT_MS = 300_000;
const CONNECT_TIMEOUT_MS = 5000;
/** The session of a product that was killed ends with its socket. */
const OWNERSHIP_TIMEOUT_MS = 2000;
/** A server that was just started listens by then; a lock file that still stands is of a killed one. */
const STALE_LOCK_MS = 2000;
const RESTART_DELAY_MS = 1000;

/** Another Pontual runs on the folder. */
export class DatabaseInUseError extends Error {
  constructor(folder: string) {
    super(`${folder} is in use by Pontual: stop it first.`);
  }
}

export interface EmbeddedPostgres {
  /** How `pg` reaches the database. */
  connection: pg.ClientConfig;
  /** Where the cluster is. */
  folder: string;
  /** Stops the server, unless another process uses it. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Pick<Log, 'error'>;
  /** Replace our settings of the server. */
  settings?: Settings;
  /** Called when another product took the database while its server was away: this one must end. */
  onLost?: () => void;
}

/**
 * Runs the PostgreSQL of a DATA_DIR for one product: starts its server, or goes on with the one that a killed
 * product left, owns the database, and starts the server again when it ends.
 * @throws DatabaseInUseError while another product owns it
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir, options.settings ?? {});
  return keepRunning(cluster, await connectAs('owner', cluster), options);
}

/**
 * The PostgreSQL of a DATA_DIR for a command that may run beside the product. Its server is started where none
 * runs, and stopped again unless another process uses it.
 */
export async function joinEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir, options.settings ?? {});
  const session = await connectAs('user', cluster);
  return {
    connection: connectionTo(cluster),
    folder: cluster.folder,
    close: () => release(cluster, session),
  };
}

/** Starts the server again whenever the session ends, until it is closed. */
function keepRunning(
  cluster: Cluster,
  first: pg.Client,
  { log, onLost }: EmbeddedOptions,
): EmbeddedPostgres {
  const closing = new AbortController();
  let session: pg.Client | undefined;
  let starting = Promise.resolve();

  function watch(opened: pg.Client): void {
    session = opened;
    opened.once('end', () => {
      session = undefined;
      if (closing.signal.aborted) return;
      log.error('the connection to embedded PostgreSQL has ended: it is made anew');
      starting = restart();
    });
  }

  async function restart(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        watch(await connectAs('owner', cluster, closing.signal));
        return;
      } catch (error) {
        log.error({ error }, 'embedded PostgreSQL does not answer');
        if (error instanceof DatabaseInUseError) onLost?.();
        await pause(RESTART_DELAY_MS);
      }
    }
  }

  watch(first);
  return {
    connection: connectionTo(cluster),
    folder: cluster.folder,
    async close() {
      closing.abort();
      // Else it would start what we stop.
      await starting;
      if (session !== undefined) await release(cluster, session);
    },
  };
}

const connectionTo = ({ address }: Cluster): pg.ClientConfig => ({ ...address, database: OWNER });

/**
 * A session that marks this process as a user of the database until it ends, or as its owner as well.
 * @throws DatabaseInUseError when another owns it
 */
async function connectAs(
  role: 'owner' | 'user',
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<pg.Client> {
  let refusedAt: number | undefined;
  for (;;) {
    const session = await connectOrLaunch(cluster, signal);
    try {
      // Whoever stops the server has it alone; a moment later it is gone.
      const isUser = await tryLock(session, 'pg_try_advisory_lock_shared', LOCKS.use);
      if (isUser && role === 'user') return session;
      if (isUser && (await tryLock(session, 'pg_try_advisory_lock', LOCKS.ownership)))
        return session;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await session.end().catch(() => undefined);
    refusedAt ??= systemClock.monotonicMs();
    if (systemClock.monotonicMs() - refusedAt > OWNERSHIP_TIMEOUT_MS) {
      throw new DatabaseInUseError(cluster.folder);
    }
    await pause(RETRY_INTERVAL_MS);
  }
}

/** Ends the session; whoever leaves last stops the server. */
async function release(cluster: Cluster, session: pg.Client): Promise<void> {
  try {
    await session.query(`select pg_advisory_unlock_shared(${LOCKS.use})`);
    if (await tryLock(session, 'pg_try_advisory_lock', LOCKS.use)) await cluster.stop();
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function tryLock(
  session: pg.Client,
  attempt: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  key: number,
): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`select ${attempt}(${key}) as taken`);
  return rows[0]?.taken === true;
}

/** A connection to the server that runs, or that is started where none does. */
async function connectOrLaunch(cluster: Cluster, cancelled?: AbortSignal): Promise<pg.Client> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const signal = cancelled === undefined ? timeout : AbortSignal.any([cancelled, timeout]);
  const launch = createLauncher(cluster, signal);
  for (;;) {
    try {
      return await connect(cluster.address);
    } catch (error) {
      if (signal.aborted || !isTransient(error)) {
        if (launch.hasStarted()) await cluster.stop();
        throw error;
      }
      if (isNotListening(error)) await launch.attempt();
    }
    await pause(RETRY_INTERVAL_MS);
  }
}

/** Starts the server; an attempt that a lock file refuses is made again by the next. */
function createLauncher(cluster: Cluster, signal: AbortSignal) {
  let hasStarted = false;
  let blockedStart: { number: number | undefined; at: number } | undefined;
  return {
    hasStarted: () => hasStarted,
    async attempt(): Promise<void> {
      const isStale =
        blockedStart !== undefined && systemClock.monotonicMs() - blockedStart.at > STALE_LOCK_MS;
      if (isStale) await cluster.removeEmptyLocks();
      try {
        await cluster.launch(signal, isStale ? blockedStart?.number : undefined);
        hasStarted = true;
      } catch (error) {
        if (!(error instanceof ServerStartError && error.isTransient)) throw error;
        const number = await cluster.lockPid();
        if (blockedStart === undefined || blockedStart.number !== number) {
          blockedStart = { number, at: systemClock.monotonicMs() };
        }
      }
    },
  };
}

/** A connection to the product's database, which is made where there is none. */
async function connect(address: pg.ClientConfig): Promise<pg.Client> {
  const openClient = async (database: string) => {
    const client = new pg.Client({
      ...address,
      database,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    // Whoever holds it hears of its end.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  try {
    return await openClient(OWNER);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error; // invalid_catalog_name
  }
  const admin = await openClient('postgres');
  await admin.query(`create database ${OWNER}`).catch((error: unknown) => {
    // Another process was faster.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  });
  await admin.end();
  return openClient(OWNER);
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const isNotListening = (error: unknown) =>
  codeOf(error) === 'ECONNREFUSED' || codeOf(error) === 'ENOENT';

const TRANSIENT_CODES: ReadonlySet<unknown> = new Set([
  '57P03', // cannot_connect_now
  '57P01', // admin_shutdown
  'ECONNRESET',
  'EPIPE',
]);

/** Starting and stopping servers answer so. */
const isTransient = (error: unknown): boolean =>
  isNotListening(error) ||
  TRANSIENT_CODES.has(codeOf(error)) ||
  (error instanceof Error &&
    /Connection terminated|timeout expired|not queryable/.test(error.message));
