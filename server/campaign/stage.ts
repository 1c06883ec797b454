import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createKeyRing } from '../src/key-ring.ts';
import { createLog } from '../src/log.ts';
import { createServices } from '../src/services.ts';
import { freePort } from '../src/testing/free-port.ts';
import { startCluster } from './cluster.ts';
import { createContent } from './content.ts';
import { mountDisk } from './disk.ts';
import { outsideOf, type ChildSettings } from './messages.ts';
import type { Options } from './options.ts';
import { createPeople } from './people.ts';
import { startProxy } from './proxy.ts';
import { startSandboxProcess } from './sandbox.ts';
import { createScaledClock, scaleDatabase, skewOf, startTime } from './time.ts';

export type Stage = Awaited<ReturnType<typeof setStage>>;

const addressOf = (url: string) => {
  const { hostname, port } = new URL(url);
  // The sandbox listens on IPv4 and calls itself localhost.
  return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) };
};

/** Everything but the product's processes: PostgreSQL, the sandbox, the wires, and the time. */
export async function setStage(factor: number, { keep, mutate }: Pick<Options, 'keep' | 'mutate'>) {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-campaign-'));
  const ends: (() => Promise<unknown>)[] = [];
  if (!keep) ends.push(() => rm(folder, { recursive: true, force: true }));
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const dataDir = join(folder, 'data');
    const disk = await mountDisk(dataDir, ends);
    const cluster = await startCluster(folder, await freePort());
    ends.push(() => cluster.stop());
    const sandbox = await startSandboxProcess(folder);
    ends.push(() => sandbox.close());
    const proxies = {
      database: await startProxy(cluster),
      instagram: await startProxy(addressOf(sandbox.url)),
    };
    ends.push(
      () => proxies.database.close(),
      () => proxies.instagram.close(),
    );

    const database = openDatabase(cluster.url);
    ends.push(() => database.close());
    await migrate(database);
    const time = await startTime(sandbox, factor);
    const webPort = await freePort();
    const secretKeys = `k1:${randomBytes(32).toString('base64')}`;
    const of = (name: string) => sandbox.services[name] ?? '';
    const settings: ChildSettings = {
      role: 'web',
      port: webPort,
      publicUrl: `http://127.0.0.1:${webPort}`,
      databaseUrl: cluster.url,
      dataDir,
      secretKeys,
      meta: {
        graphUrl: `http://127.0.0.1:${proxies.instagram.port}`,
        dialogUrl: of('META_DIALOG_URL'),
        appId: of('META_APP_ID'),
        appSecret: of('META_APP_SECRET'),
      },
      smtpUrl: of('SMTP_URL'),
      time,
      logFile: join(folder, 'product.log'),
      deathsFile: '',
      removed: mutate,
    };
    const services = await createServices({
      env: {
        PUBLIC_URL: settings.publicUrl,
        DATA_DIR: dataDir,
        ROLE: 'web',
        PUBLISH_SLOTS: 500,
        SMTP_URL: settings.smtpUrl,
        MAIL_FROM: 'Pontual <avisos@pontual.example>',
        ...outsideOf(settings.meta),
        META_GRAPH_URL: sandbox.url,
      },
      database,
      keyRing: createKeyRing(secretKeys),
      log: createLog('silent'),
      clock: createScaledClock(time, () => 0),
    });
    ends.push(() => services.close().catch(() => undefined));
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
      people: createPeople({ services, sandbox }),
      content: await createContent(join(dataDir, 'media')),
      skewMs: () => skewOf(database.db, sandbox),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
