import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
const COUNT = 12_000;

/**
 * A port of 127.0.0.1 that nobody listens on, for who must know the own address before listening.
 * It lies below those that a system gives to outgoing connections (Linux: from 32768 on): one of
 * them could be any process's a moment before we listen. Two that search at the same time rarely
 * meet, as each starts anywhere in the range.
 */
export async function freePort(): Promise<number> {
  const start = randomInt(COUNT);
  for (let step = 0; step < COUNT; step += 1) {
    const port = FIRST + ((start + step) % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`every port from ${FIRST} to ${FIRST + COUNT - 1} is taken`);
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
