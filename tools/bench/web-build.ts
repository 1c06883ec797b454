import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LIMIT_MS = 60_000;

export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Waits until the web build is compressed, too, which continues after the product is ready.
 * @throws Error after a minute
 */
export async function waitUntilBuilt(): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!existsSync(join(WEB_DIST, '.build-hash'))) {
    if (performance.now() > deadline) throw new Error('the build of the web did not end');
    await wait(100);
  }
}
