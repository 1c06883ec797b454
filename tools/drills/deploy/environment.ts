import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import S3rver from 's3rver';
import { startSandboxProcess } from '../../campaign/sandbox.ts';
import { aUser, connect } from '@pontual/server/testing/factories.ts';
import { freePort } from '@pontual/server/testing/free-port.ts';
import { createDatabase, startTestCluster } from '@pontual/server/testing/test-cluster.ts';
import type { World } from '@pontual/server/testing/world.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { createStarter } from './product.ts';

const BUCKET = 'pontual';
/** Drain time after SIGTERM, which covers several checks of the load balancer. */
const DRAIN_SECONDS = 6;

export type Environment = Awaited<ReturnType<typeof createEnvironment>>;

/** Everything but the processes of the product. */
export async function createEnvironment() {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-drill-'));
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of cleanups.toReversed()) await end();
  };
  try {
    const database = await createTestDatabase();
    cleanups.push(database.drop);
    const s3Port = await freePort();
    const s3 = new S3rver({
      port: s3Port,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 'bucket'),
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    await s3.run();
    cleanups.push(() => s3.close());
    const sandbox = await startSandboxProcess(folder);
    cleanups.push(() => sandbox.close());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await sandbox.settings({ appUrl: url });
    const loadBalancer = await startLoadBalancer(port);
    cleanups.push(() => loadBalancer.close());
    const start = createStarter({
      folder,
      databaseUrl: database.url,
      variables: {
        PUBLIC_URL: url,
        PUBLISH_GAP_SECONDS: '0',
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        SECRET_KEYS: `drill:${randomBytes(32).toString('base64')}`,
        S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
        S3_BUCKET: BUCKET,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
        ...sandbox.services,
      },
    });
    return {
      folder,
      url,
      sandbox,
      loadBalancer,
      start,
      database,
      close,
      removeFolder: () => rmFolder(folder),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const rmFolder = (folder: string) => rm(folder, { recursive: true, force: true });

async function createTestDatabase() {
  // Two versions of the product are connected at the same time.
  const cluster = await startTestCluster({ max_connections: 100 });
  const { url } = await createDatabase(cluster.url, 'drill', 'nothing');
  return {
    url,
    async query(statement: string) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(statement);
      await client.end();
      return rows;
    },
    drop: cluster.stop,
  };
}

export async function registerUsers(
  { url, sandbox, database }: Environment,
  userCount: number,
): Promise<string[]> {
  // The factories use only the URL of the world.
  const world = { url } as World;
  const tokens: string[] = [];
  for (let index = 1; index <= userCount; index += 1) {
    const client = await aUser(world);
    const username = `conta.${index}`;
    await sandbox.logIn(username);
    await connect(world, client, username);
    tokens.push(client.token);
  }
  await database.query(`update workspaces set plan = 'premium', subscription_status = 'active'`);
  return tokens;
}
