import { fileURLToPath } from 'node:url';
import { hasMovedToPostgres, movedMessage } from '../operations/backup/move-marker.ts';
import { NoBinariesError } from '../platform/database/embedded/binaries.ts';
import { OtherMajorVersionError, ServerStartError } from '../platform/database/embedded/cluster.ts';
import { DatabaseInUseError } from '../platform/database/embedded/embedded-postgres.ts';
import { DatabaseFolderError } from '../platform/database/embedded/folder.ts';
import { openInstallation } from '../platform/database/installation.ts';
import { migrate } from '../platform/database/migrate.ts';
import { EnvError, NONE, readEnv } from '../platform/env.ts';
import { createDraining } from '../platform/http/draining.ts';
import { isLoopback } from '../platform/http/public-address.ts';
import { siteOf } from '../platform/http/site.ts';
import { loadKeyRing } from '../platform/key-ring.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { watchReachability } from '../media/reachability.ts';
import { startWorker } from './worker.ts';
import { createServices } from './services.ts';

const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface RunningServer {
  url: string;
  /** False after a timeout; the next process recovers the rest. */
  close(): Promise<boolean>;
}

export class StartError extends Error {}

/** @throws StartError with the message for the operator */
export async function startServer(
  variables: NodeJS.ProcessEnv,
  webBuilding: Promise<unknown> = Promise.resolve(),
): Promise<RunningServer> {
  const webBuilt = webBuilding.catch((error: Error) => {
    throw new StartError(error.message);
  });
  // Prevents an unhandled rejection before it is awaited.
  webBuilt.catch(() => undefined);
  const env = readOrExplain(variables);
  const log = createLog(env.LOG_LEVEL);
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const isEmbedded = env.DATABASE_URL === undefined;
    if (isEmbedded && hasMovedToPostgres(env.DATA_DIR))
      throw new StartError(movedMessage(env.DATA_DIR));
    const database = await openInstallation(env, log, () => process.exit(1));
    closers.push(() => database.close());
    // The move to PostgreSQL may have finished while this process waited for the database.
    if (isEmbedded && hasMovedToPostgres(env.DATA_DIR))
      throw new StartError(movedMessage(env.DATA_DIR));
    await migrate(database);
    const keyRing = await loadKeyRing(env.SECRET_KEYS, env.DATA_DIR);
    const services = await createServices({ env, database, keyRing, log });
    closers.push(() => services.close());

    await services.media.incoming.removeStale(services.platform.clock.now());
    const draining = createDraining(env.ROLE === 'worker' ? 0 : env.DRAIN_SECONDS * 1000);
    const { isDraining } = draining;
    if (env.ROLE === 'worker' && env.WORKER_PORT !== undefined) {
      const { METRICS_TOKEN: metricsToken } = env;
      const { createWorkerApp } = await import('./worker-app.ts');
      const app = createWorkerApp(services, { metricsToken, isDraining });
      await app.listen({ port: env.WORKER_PORT, host: env.HOST });
      // The app closes after the worker, so that /readyz reports that it drains until then.
      closers.push(() => app.close());
    }
    // Web and worker stop in parallel: the worker claims nothing while the last requests are served.
    const parallelClosers: (() => Promise<void>)[] = [];
    closers.push(async () => void (await Promise.all(parallelClosers.map((stop) => stop()))));
    if (isEmbedded) await services.publishing.reclaimLeases();
    if (env.ROLE !== 'web') {
      await services.instagram.checkRemovedLogins();
      const worker = startWorker(services);
      parallelClosers.push(async () => {
        if (env.ROLE === 'worker') await draining.begin();
        await worker.close();
      });
    }
    if (env.ROLE !== 'worker') {
      const options = {
        publicUrl: env.PUBLIC_URL,
        webDist: WEB_DIST,
        webBuilt,
        metricsToken: env.METRICS_TOKEN,
        trustProxy: env.TRUST_PROXY,
        sampleSchedule: env.MOCK_SCHEDULE,
        hasServiceWorker: env.SERVICE_WORKER,
        hasGoogle: env.GOOGLE_CLIENT_ID !== NONE,
        site: siteOf(env),
        isDraining,
      };
      const { createApp } = await import('./app.ts');
      const app = await createApp(services, options);
      await app.listen({ port: env.PORT, host: env.HOST });
      if (!isLoopback(env.PUBLIC_URL)) {
        const everySeconds = env.REACHABILITY_CHECK_SECONDS;
        const watchDeps = { ...services.platform, ...services.media, everySeconds };
        closers.push(watchReachability(watchDeps).stop);
      }
      parallelClosers.push(async () => {
        await draining.begin();
        await app.close();
      });
    }
    return { url: env.PUBLIC_URL, close: () => closeWithTimeout(close, log) };
  } catch (error) {
    await close();
    throw toStartError(error, env);
  }
}

const CLOSE_TIMEOUT_MS = 25_000;

async function closeWithTimeout(close: () => Promise<void>, log: Log): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), CLOSE_TIMEOUT_MS).unref();
  });
  const isComplete = await Promise.race([close().then(() => true), timeout]);
  if (!isComplete)
    log.error({ afterMs: CLOSE_TIMEOUT_MS }, 'gave up waiting for what is under way');
  return isComplete;
}

function readOrExplain(variables: NodeJS.ProcessEnv) {
  try {
    return readEnv(variables);
  } catch (error) {
    throw error instanceof EnvError ? new StartError(error.message) : error;
  }
}

function toStartError(error: unknown, env: ReturnType<typeof readEnv>): unknown {
  if (
    error instanceof NoBinariesError ||
    error instanceof OtherMajorVersionError ||
    error instanceof DatabaseFolderError ||
    error instanceof ServerStartError
  ) {
    return new StartError(error.message);
  }
  if (error instanceof DatabaseInUseError) {
    return new StartError(
      `${env.DATA_DIR} is in use by another Pontual. Stop it, or choose another DATA_DIR.`,
    );
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const name = env.ROLE === 'worker' ? 'WORKER_PORT' : 'PORT';
    return new StartError(`Port ${env[name]} is taken. Choose another with ${name}.`);
  }
  return error;
}
