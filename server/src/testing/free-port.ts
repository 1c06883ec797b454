import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
const SLICES = 10;
const SLICE = 1000;

/** Vitest and Playwright count the processes that run tests at the same time. */
const runner = process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'];
const first = FIRST + SLICE * (runner === undefined ? randomInt(SLICES) : Number(runner) % SLICES);
let given = randomInt(SLICE);

/**
 * A port of 127.0.0.1 that nobody listens on, for who must know the own address before listening.
 * It lies below those that a system gives to outgoing connections (Linux: from 32768 on): one of
 * them could be any process's a moment before we listen. Processes that run tests side by side
 * search in a slice of their own each, and none gets the same port twice until it went through its
 * slice: a product takes seconds to start, and somebody else would listen there before it.
 */
export async function freePort(): Promise<number> {
  for (let step = 0; step < SLICE; step += 1) {
    given = (given + 1) % SLICE;
    const port = first + given;
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
