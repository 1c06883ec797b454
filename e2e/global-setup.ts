import { startStack } from './support/stack.ts';

/**
 * Starts and stops one stack before the workers run, so that one process alone builds the web. The browser
 * was unpacked when the configuration was read.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright demands one
export default async function globalSetup(): Promise<void> {
  const stack = await startStack();
  await stack.stop();
}
