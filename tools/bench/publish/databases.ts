import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startTestCluster } from '@pontual/server/testing/test-cluster.ts';

export interface FreshDatabase {
  url: string;
  dataDir: string;
  drop(): Promise<void>;
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>;

export async function openDatabases() {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-bench-'));
  // Several workers have a connection pool each.
  const cluster = await startTestCluster({ max_connections: 100 });
  let serial = 0;

  return {
    async createFresh(): Promise<FreshDatabase> {
      serial += 1;
      const dataDir = join(folder, `run-${serial}`);
      const { url, drop } = await createDatabase(cluster.url, `bench_${serial}`);
      return {
        url,
        dataDir,
        drop: async () =>
          void (await Promise.all([drop(), rm(dataDir, { recursive: true, force: true })])),
      };
    },
    async close(): Promise<void> {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
