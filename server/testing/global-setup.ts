import type { TestProject } from 'vitest/node';
import type { RowTypes } from './row-check.ts';
import { readRowTypes } from './row-types.ts';
import { startTestCluster } from './test-cluster.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    rowTypes: RowTypes;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = useTemporaryFolder();
  const cluster = await startTestCluster();
  project.provide('clusterUrl', cluster.url);
  project.provide('rowTypes', readRowTypes());
  return async () => {
    await cluster.stop();
    removeFolder();
  };
}
