import { defineConfig } from '@playwright/test';
import { BRASILIA } from '@pontual/contract/brasilia-time.ts';
import { launchOptions } from './browser.ts';

const jsonFile = process.env['PLAYWRIGHT_JSON_FILE'];

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './global-setup.ts',
  // Each worker runs a product of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 150_000,
  expect: { timeout: 10_000 },
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
    trace: 'retain-on-first-failure',
  },
});
