import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the `postgres` database of the cluster on which the tests run. */
    clusterUrl: string;
  }
}

/** Starts a cluster with a migrated database, from which each test file copies its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = useTemporaryFolder();
  const cluster = await startTestCluster();
  project.provide('clusterUrl', cluster.url);
  return async () => {
    await cluster.stop();
    removeFolder();
  };
}
