import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { freePort } from '../../testing/free-port.ts';
import { startServerProcess } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pontual-reachability-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function aFront(answer: (port: number) => RequestListener) {
  const port = await freePort();
  const [requests, answered]: [string[], string[]] = [[], []];
  const listener = answer(port);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    response.once('finish', () => answered.push(`${response.statusCode} ${path}`));
    listener(request, response);
  });
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const frontPort = typeof address === 'object' ? address?.port : undefined;
  return { port, frontPort, requests, answered };
}

async function start(port: number, publicUrl: string) {
  const server = await startServerProcess({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'warn',
    DATA_DIR: join(folder, newId()),
    DATABASE_URL: database.url,
  });
  onTestFinished(() => server.kill());
  return server;
}

const aRoundTrip = async (port: number) => {
  expect((await fetch(`http://127.0.0.1:${port}/readyz?for=web`)).status).toBe(200);
};

const passesOn =
  (port: number): RequestListener =>
  (request, response) =>
    void (async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${request.url}`);
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();

// 0.0.0.0 reaches this machine too, but the server does not recognise it as a local address.

test('the server logs that Instagram cannot use its public URL, and still serves requests', async () => {
  const { port, frontPort } = await aFront(
    () => (_request, response) => void response.end('User-agent: *\nDisallow: /'),
  );
  const server = await start(port, `http://0.0.0.0:${frontPort}`);
  await expect
    .poll(() => server.output())
    .toContain(
      `Instagram cannot fetch media, so nothing can be published: http://0.0.0.0:${frontPort}/robots.txt forbids`,
    );
  await aRoundTrip(port);
  server.sendSigterm();
  expect(await server.exitCode).toBe(0);
  expect(server.output().match(/Instagram cannot fetch/g)).toHaveLength(1);
});

test('the server logs nothing when it reaches itself at its public URL', async () => {
  const { port, frontPort, answered } = await aFront(passesOn);
  const server = await start(port, `http://0.0.0.0:${frontPort}`);
  await expect
    .poll(() => answered)
    .toEqual(['200 /robots.txt', expect.stringContaining('200 /media/i/')]);
  await aRoundTrip(port);
  server.sendSigterm();
  expect(await server.exitCode).toBe(0);
  expect(server.output()).not.toContain('Instagram cannot fetch');
});

test('a public URL that does not respond delays neither the readiness nor the shutdown of the server', async () => {
  const { port, frontPort, requests } = await aFront(() => () => {});
  const server = await start(port, `http://0.0.0.0:${frontPort}`);
  await aRoundTrip(port);
  await expect.poll(() => requests).toHaveLength(1);
  server.sendSigterm();
  expect(await server.exitCode).toBe(0);
  expect(server.output()).not.toContain('Instagram cannot fetch');
});

test('a local public URL is not checked', async () => {
  const { port, frontPort, requests } = await aFront(passesOn);
  const server = await start(port, `http://127.0.0.1:${frontPort}`);
  await aRoundTrip(port);
  server.sendSigterm();
  expect(await server.exitCode).toBe(0);
  expect(requests).toEqual([]);
});
