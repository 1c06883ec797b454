import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** How many journeys run at the same time, each with a slice of the ports. */
export const WORKERS = 3;

const FIRST = 30_000;
const SLICE = 900;

/** Playwright and Vitest count the processes that run tests at the same time. */
const runner = process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'];
const first =
  FIRST + SLICE * (runner === undefined ? randomInt(WORKERS) : Number(runner) % WORKERS);
let given = randomInt(SLICE);

/**
 * Two ports of 127.0.0.1 that nobody listens on, for the product and its sandbox. They lie below
 * those that a system gives to outgoing connections (Linux: from 32768 on), and above those of the
 * server's tests (server/src/testing/free-port.ts, which says why each process has a slice of its own).
 */
export async function twoFreePorts(): Promise<[string, string]> {
  return [String(await freePort()), String(await freePort())];
}

async function freePort(): Promise<number> {
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
