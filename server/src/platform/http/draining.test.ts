import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { startServerProcess, type ServerProcess } from '../../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';

let database: TestDatabase;
let folder: string;
const running: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pontual-draining-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function aServer(drainSeconds: number): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATA_DIR: join(folder, newId()),
    DRAIN_SECONDS: String(drainSeconds),
    DATABASE_URL: database.url,
  });
  running.push(server);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  return server;
}

const credentials = () => ({ email: `${newId()}@exemplo.com.br`, password: 'Senha123' });

async function aSession({ url }: ServerProcess): Promise<string> {
  const body = JSON.stringify(credentials());
  const send = (path: string) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  await send('register');
  const { data } = (await (await send('login')).json()) as { data: { token: string } };
  return data.token;
}

const isServing = ({ url }: ServerProcess) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('a stopping process reports not ready at once and serves until the drain time has passed', async () => {
  const server = await aServer(3);
  const token = await aSession(server);
  const events = await fetch(`${server.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  server.sendSigterm();
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  const response = await fetch(`${server.url}/readyz`);
  expect(await response.json()).toEqual({ ready: false, faults: ['draining'] });
  const answer = await fetch(`${server.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  const heard = await events.text();
  expect(heard).toContain(': ok');
  expect(await server.exitCode).toBe(0);
  expect(await isServing(server)).toBe(false);
});

test('a request whose body is still arriving when the process stops is answered', async () => {
  const server = await aServer(0);
  const body = Buffer.from(JSON.stringify(credentials()));
  const sending = httpRequest(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  const arriving = new Promise<void>((resolve) => {
    sending.once('socket', (socket) => socket.once('connect', resolve));
  });
  sending.write(body.subarray(0, 10));
  await arriving;
  // This later request is answered, so the first part of the body has arrived.
  await isServing(server);
  server.sendSigterm();
  await expect.poll(() => isServing(server)).toBe(false);
  sending.end(body.subarray(10));
  expect(await answered).toBe(201);
  expect(await server.exitCode).toBe(0);
});
