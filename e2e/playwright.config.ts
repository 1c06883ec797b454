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
  // Each runs a product of its own. One more than there are processors: much of a journey is waiting.
  workers: WORKERS,
  fullyParallel: true,
  forbidOnly: true,
  // A busy machine is slow: only what hangs is to fail of its time.
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
    // It fetches the whole application into each new browser, a fifth of a journey's time. The
    // journeys that are about what it does allow it (decision 064).
    serviceWorkers: 'block',
    // Each step of a movement is drawn by the processors (decision 067). The journeys that open and close most
    // have movement (`withMotion`).
    contextOptions: { reducedMotion: 'reduce' },
    // It costs a third of a journey's CPU, and nobody gets at the files of CI.
    trace: process.env['CI'] === undefined ? 'retain-on-first-failure' : 'off',
  },
});
