import { defineConfig } from 'vitest/config';
import { testDatabases } from './server/src/testing/test-databases.ts';

const databases = await testDatabases();

/** The server's tests run once for each database that this machine offers. */
const server = databases.map(({ kind, url }) => ({
  test: {
    name: `server on ${kind}`,
    root: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    provide: { databaseKind: kind, databaseUrl: url },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}));

export default defineConfig({
  test: {
    // Each server test file holds a database, a sandbox and a server of its own.
    maxWorkers: 2,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'sandbox', root: 'sandbox', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'repository', root: 'e2e', include: ['*.test.ts'] } },
      ...server,
    ],
  },
});
