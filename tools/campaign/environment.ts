import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@pontual/server/platform/database/database.ts';
import { migrate } from '@pontual/server/platform/database/migrate.ts';
import { createKeyRing } from '@pontual/server/platform/key-ring.ts';
import { createLog } from '@pontual/server/platform/log/log.ts';
import { createServices } from '@pontual/server/composition/services.ts';
import { freePort } from '@pontual/server/testing/free-port.ts';
import { startCluster } from './cluster.ts';
import { createContent } from './content.ts';
import { mountDisk } from './disk.ts';
import { buildServiceVariables, type ChildSettings } from './messages.ts';
import type { Options } from './options.ts';
import { createUsers } from './users.ts';
import { startProxy } from './proxy.ts';
import { startSandboxProcess } from './sandbox.ts';
import { createScaledClock, scaleDatabase, measureSkew, startTime } from './time.ts';

export type Environment = Awaited<ReturnType<typeof createEnvironment>>;

const parseAddress = (url: string) => {
  const { hostname, port } = new URL(url);
  // The sandbox listens on IPv4 but its URL says localhost.
  return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) };
};

/** Starts everything but the processes of the product: PostgreSQL, the sandbox, the proxies and the clock. */
export async function createEnvironment(
  factor: number,
  { keep, mutate }: Pick<Options, 'keep' | 'mutate'>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-campaign-'));
  const cleanups: (() => Promise<unknown>)[] = [];
  if (!keep) cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const close = async () => {
    for (const end of cleanups.toReversed()) await end();
  };
  try {
    const dataDir = join(folder, 'data');
    const disk = await mountDisk(dataDir, cleanups);
    const cluster = await startCluster(folder, await freePort());
    cleanups.push(() => cluster.stop());
    const sandbox = await startSandboxProcess(folder);
    cleanups.push(() => sandbox.close());
    const proxies = {
      database: await startProxy(cluster),
      instagram: await startProxy(parseAddress(sandbox.url)),
    };
    cleanups.push(
      () => proxies.database.close(),
      () => proxies.instagram.close(),
    );

    const database = openDatabase(cluster.url);
    cleanups.push(() => database.close());
    await migrate(database);
    const time = await startTime(sandbox, factor);
    const webPort = await freePort();
    const secretKeys = `k1:${randomBytes(32).toString('base64')}`;
    const getServiceVariable = (name: string) => sandbox.services[name] ?? '';
    const settings: ChildSettings = {
      role: 'web',
      port: webPort,
      publicUrl: `http://127.0.0.1:${webPort}`,
      databaseUrl: cluster.url,
      dataDir,
      secretKeys,
      meta: {
        graphUrl: `http://127.0.0.1:${proxies.instagram.port}`,
        dialogUrl: getServiceVariable('META_DIALOG_URL'),
        uploadUrl: getServiceVariable('META_UPLOAD_URL'),
        appId: getServiceVariable('META_APP_ID'),
        appSecret: getServiceVariable('META_APP_SECRET'),
      },
      smtpUrl: getServiceVariable('SMTP_URL'),
      time,
      logFile: join(folder, 'product.log'),
      deathsFile: '',
      removedRule: mutate,
    };
    const services = await createServices({
      env: {
        PUBLIC_URL: settings.publicUrl,
        DATA_DIR: dataDir,
        ROLE: 'web',
        PUBLISH_SLOTS: 500,
        PUBLISH_GAP_SECONDS: 0,
        SMTP_URL: settings.smtpUrl,
        MAIL_FROM: 'Pontual <avisos@pontual.example>',
        ...buildServiceVariables(settings.meta),
        META_GRAPH_URL: sandbox.url,
      },
      database,
      keyRing: createKeyRing(secretKeys),
      log: createLog('silent'),
      clock: createScaledClock(time, () => 0),
    });
    cleanups.push(() => services.close().catch(() => undefined));
    await scaleDatabase(database.db, time);
    return {
      folder,
      cluster,
      sandbox,
      proxies,
      services,
      time,
      disk,
      settings,
      workerSettings: {
        ...settings,
        role: 'worker' as const,
        databaseUrl: `postgres://postgres@127.0.0.1:${proxies.database.port}/pontual`,
      },
      users: createUsers({ services, sandbox }),
      content: await createContent(join(dataDir, 'media')),
      skewMs: () => measureSkew(database.db, sandbox),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
