import { expect, type Page } from '@playwright/test';

/**
 * Whether the application can be opened without a line: by the newest version, whose cache was made last.
 * In words, for it runs in the browser.
 */
const IS_CACHED = `(async () => {
  const newest = (await caches.keys()).filter((name) => name.startsWith('pontual-')).at(-1);
  if (newest === undefined || navigator.serviceWorker.controller === null) return false;
  const cache = await caches.open(newest);
  return (await cache.match('/dashboard', { ignoreVary: true })) !== undefined;
})()`;

/** Waits until the application can be opened without a line: all of it is fetched before. */
export const waitUntilCached = (page: Page) =>
  expect.poll(() => page.evaluate(IS_CACHED), { timeout: 90_000 }).toBe(true);
