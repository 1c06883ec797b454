import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = useTemporaryFolder();
  const cluster = await startTestCluster();
  project.provide('clusterUrl', cluster.url);
  return async () => {
    await cluster.stop();
    removeFolder();
  };
}
