import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The number of journeys that run at the same time; each has its own range of ports. */
export const WORKERS = 3;

const FIRST_PORT = 30_000;
const SLICE_SIZE = 900;

/** Playwright and Vitest number the processes that run tests at the same time. */
const runner = process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'];
const firstOfSlice =
  FIRST_PORT + SLICE_SIZE * (runner === undefined ? randomInt(WORKERS) : Number(runner) % WORKERS);
let lastOffset = randomInt(SLICE_SIZE);

/** They lie below the ephemeral ports (Linux: from 32768) and above those of server/testing/free-port.ts. */
export async function twoFreePorts(): Promise<[string, string]> {
  return [String(await freePort()), String(await freePort())];
}

async function freePort(): Promise<number> {
  for (let step = 0; step < SLICE_SIZE; step += 1) {
    lastOffset = (lastOffset + 1) % SLICE_SIZE;
    const port = firstOfSlice + lastOffset;
    if (await isFree(port)) return port;
  }
  throw new Error(`every port from ${firstOfSlice} to ${firstOfSlice + SLICE_SIZE - 1} is taken`);
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
