import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './e2e/support/browser.ts';

const everyProject = {
  // Reading all modules anew for each file was most of the time (decision 027). What a file starts
  // it ends, and what it sets globally it takes back.
  isolate: false,
  // A busy machine is slow: only what hangs is to fail of its time.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

const ofWorkspace = (root: string) => ({
  test: { name: root, root, include: ['src/**/*.test.ts'], ...everyProject },
});

export default defineConfig({
  test: {
    // Each server test file holds a database, a sandbox and a server of its own. One more than there are
    // processors: with two, the processors were idle for a tenth of the time.
    maxWorkers: 3,
    // Most of what a test makes is garbage at its end: the young generation has room for it (decision 067).
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
    projects: [
      ofWorkspace('contract'),
      ofWorkspace('sandbox'),
      ofWorkspace('web'),
      {
        plugins: [react(), tailwindcss()],
        root: 'web',
        // All that any page imports, found before the first: what is found later loads the page anew.
        optimizeDeps: { entries: ['{src,testing}/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['testing/without-devtools.ts', 'testing/setup.ts'],
          ...everyProject,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await launchOptions(),
              // The time zone is a test's own (web/testing/time-zone.ts). Drawing each step of each movement
              // was a fifth of the processors' time (decision 067).
              contextOptions: { locale: 'pt-BR', serviceWorkers: 'block', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'repository', root: 'tools', include: ['**/*.test.ts'], ...everyProject } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: 'testing/global-setup.ts',
          ...everyProject,
        },
      },
    ],
  },
});
