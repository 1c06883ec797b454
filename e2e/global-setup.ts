import { startStack } from './support/stack.ts';

/**
 * One start and stop before there are workers: the web is built, if anything changed, by one process
 * only. The browser was unpacked when the configuration was read.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright demands one
export default async function globalSetup(): Promise<void> {
  const stack = await startStack();
  await stack.stop();
}
