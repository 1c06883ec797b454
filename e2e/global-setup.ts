import { startStack } from './support/stack.ts';

/** One stack before the workers run, so that one process alone builds the web. */
// oxlint-disable-next-line import/no-default-export -- Playwright demands one
export default async function globalSetup(): Promise<void> {
  const stack = await startStack();
  await stack.stop();
}
