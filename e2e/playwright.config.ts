import { defineConfig } from '@playwright/test';
import { BRASILIA } from '@pontual/contract/shared/brasilia-time.ts';
import { launchOptions } from './support/browser.ts';
import { WORKERS } from './support/free-ports.ts';

const jsonFile = process.env['PLAYWRIGHT_JSON_FILE'];

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './global-setup.ts',
  // Each worker runs its own stack. One more than processors: a journey spends much time waiting.
  workers: WORKERS,
  fullyParallel: true,
  forbidOnly: true,
  // A busy machine is slow, so only a test that hangs reaches the timeout.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ...(jsonFile === undefined ? [] : [['json', { outputFile: jsonFile }] as const]),
  ],
  use: {
    browserName: 'chromium',
    launchOptions: await launchOptions(),
    locale: 'pt-BR',
    timezoneId: BRASILIA,
    viewport: { width: 1440, height: 900 },
    // It fetches the whole application into each new browser. Journeys that test it allow it (decision 017).
    serviceWorkers: 'block',
    // The CPU renders each step of an animation (decision 017). Some journeys have motion (`withMotion`).
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a third of the CPU time of a journey, and CI does not expose its files.
    trace: process.env['CI'] === undefined ? 'retain-on-first-failure' : 'off',
  },
});
