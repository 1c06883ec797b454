import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
const SLICES = 10;
const SLICE = 1000;

/** Vitest and Playwright number their parallel processes. */
const runner = process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'];
const first = FIRST + SLICE * (runner === undefined ? randomInt(SLICES) : Number(runner) % SLICES);
let lastOffset = randomInt(SLICE);

/**
 * Below the ports of outgoing connections (Linux: from 32768). Each test process uses up its range before it
 * reuses a port, because a server takes seconds to start and another test could take its port.
 */
export async function freePort(): Promise<number> {
  for (let step = 0; step < SLICE; step += 1) {
    lastOffset = (lastOffset + 1) % SLICE;
    const port = first + lastOffset;
    if (await isFree(port)) return port;
  }
  throw new Error(`every port from ${first} to ${first + SLICE - 1} is taken`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true));
    });
  });
}
