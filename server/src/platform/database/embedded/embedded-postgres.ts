import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { Log } from '../../log/log.ts';
import { OWNER, openCluster, ServerStartError, type Cluster } from './cluster.ts';
import type { Settings } from './configuration.ts';

/** One product owns the database; products and commands use it. */
const LOCKS = { ownership: 727_003, use: 727_004 } as const;
const RETRY_INTERVAL_MS = 20;
/** After a crash the server replays its log first. */
const START_TIMEOUT_MS = 300_000;
const CONNECT_TIMEOUT_MS = 5000;
/** The session of a killed product ends when its socket closes. */
const OWNERSHIP_TIMEOUT_MS = 2000;
/** A server that was just started accepts connections by then; the lock file of a killed one remains. */
const STALE_LOCK_MS = 2000;
const RESTART_DELAY_MS = 1000;

export class DatabaseInUseError extends Error {
  constructor(folder: string) {
    super(`${folder} is in use by Pontual: stop it first.`);
  }
}

export interface EmbeddedPostgres {
  connection: pg.ClientConfig;
  folder: string;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Pick<Log, 'error'>;
  settings?: Settings;
  /** Another product took the database while its server was down: this process must end. */
  onLost?: () => void;
}

/**
 * Reuses the server that a killed product left, and restarts the server when it ends.
 * @throws DatabaseInUseError while another product owns the database
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir, options.settings ?? {});
  return keepRunning(cluster, await connectAs('owner', cluster), options);
}

/** For a command that may run beside the product; it stops the server only if no other process uses it. */
export async function joinEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir, options.settings ?? {});
  const session = await connectAs('user', cluster);
  return {
    connection: connectionTo(cluster),
    folder: cluster.folder,
    close: () => release(cluster, session),
  };
}

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
      // A restart in progress would start the server that `release` stops.
      await starting;
      if (session !== undefined) await release(cluster, session);
    },
  };
}

const connectionTo = ({ address }: Cluster): pg.ClientConfig => ({ ...address, database: OWNER });

/** @throws DatabaseInUseError when another product owns the database */
async function connectAs(
  role: 'owner' | 'user',
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<pg.Client> {
  let refusedAt: number | undefined;
  for (;;) {
    const session = await connectOrLaunch(cluster, signal);
    try {
      // A process that stops the server holds the use lock exclusively; the server is gone a moment later.
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

/** The last process that leaves stops the server. */
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

async function connect(address: pg.ClientConfig): Promise<pg.Client> {
  const openClient = async (database: string) => {
    const client = new pg.Client({
      ...address,
      database,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
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
    // Another process has created the database first.
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

const isTransient = (error: unknown): boolean =>
  isNotListening(error) ||
  TRANSIENT_CODES.has(codeOf(error)) ||
  (error instanceof Error &&
    /Connection terminated|timeout expired|not queryable/.test(error.message));
