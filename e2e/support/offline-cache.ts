import { expect, type Page } from '@playwright/test';

/** The newest cache is the last one. The code is text, because it runs in the browser. */
const IS_CACHED = `(async () => {
  const newest = (await caches.keys()).filter((name) => name.startsWith('pontual-')).at(-1);
  if (newest === undefined || navigator.serviceWorker.controller === null) return false;
  const cache = await caches.open(newest);
  return (await cache.match('/dashboard', { ignoreVary: true })) !== undefined;
})()`;

export const waitUntilCached = (page: Page) =>
  expect.poll(() => page.evaluate(IS_CACHED), { timeout: 90_000 }).toBe(true);
