import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './e2e/support/browser.ts';

const POLL_TIMEOUT_MS = 15_000;

const everyProject = {
  // Loading all modules again for each file took most of the time (decision 017). A test file therefore ends
  // what it starts and restores what it sets globally.
  isolate: false,
  // Generous, because a busy machine is slow: only a test that hangs must time out.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
};

const ofWorkspace = (root: string) => ({
  test: { name: root, root, include: ['src/**/*.test.ts'], ...everyProject },
});

export default defineConfig({
  test: {
    // One more than the processors, which otherwise idle for a tenth of the time.
    maxWorkers: 3,
    // A large young generation holds the garbage of a test until its end (decision 017).
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
    projects: [
      ofWorkspace('contract'),
      ofWorkspace('sandbox'),
      ofWorkspace('web'),
      {
        plugins: [react(), tailwindcss()],
        root: 'web',
        // Optimises every import before the first page: one that is discovered later reloads the page.
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
              // Without it, `expect.element` ignores `expect.poll` and waits until the end of the test.
              actionTimeout: POLL_TIMEOUT_MS,
              launchOptions: await launchOptions(),
              // Each test sets its time zone (web/testing/time-zone.ts). Animations cost time (decision 017).
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
