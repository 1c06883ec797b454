import { expect, type Page } from '@playwright/test';

/**
 * Whether the newest cache, which is the last one created, can open the application offline. The code is
 * text, because it runs in the browser.
 */
const IS_CACHED = `(async () => {
  const newest = (await caches.keys()).filter((name) => name.startsWith('pontual-')).at(-1);
  if (newest === undefined || navigator.serviceWorker.controller === null) return false;
  const cache = await caches.open(newest);
  return (await cache.match('/dashboard', { ignoreVary: true })) !== undefined;
})()`;

/** Waits until the whole application is cached and can open offline. */
export const waitUntilCached = (page: Page) =>
  expect.poll(() => page.evaluate(IS_CACHED), { timeout: 90_000 }).toBe(true);
