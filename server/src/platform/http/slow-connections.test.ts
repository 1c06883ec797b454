import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../composition/app.ts';
import { createLog } from '../log/log.ts';
import { aUser } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { BodyLimits } from './body-limits.ts';

const lines: string[] = [];
let world: World;
const running: FastifyInstance[] = [];
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await startWorld({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of running.splice(0)) await app.close();
});
afterAll(() => world.stop());

async function serve(
  limits: Partial<ConnectionLimits & BodyLimits>,
  trustProxy?: string,
): Promise<number> {
  const app = await createApp(world.services, {
    publicUrl: world.url,
    webDist: join(world.folder, 'no-web'),
    metricsToken: undefined,
    trustProxy,
    limits,
    isDraining: () => false,
  });
  running.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (part) => (heard += String(part)));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(heard));
  });
  await once(socket, 'connect');
  return { socket, closed, heard: () => heard };
}

const head = (path: string, headers: Record<string, string> = {}, method = 'POST') =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: pontual.example',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

const LOGIN = head('/api/auth/login', {
  'content-type': 'application/json',
  'content-length': '200',
});
const CHUNKED = head('/api/auth/login', {
  'content-type': 'application/json',
  'transfer-encoding': 'chunked',
});

const uploadOf = (token: string) =>
  head('/api/uploads', {
    authorization: `Bearer ${token}`,
    'tus-resumable': '1.0.0',
    'upload-length': '1000000',
    'upload-metadata': `filename ${Buffer.from('v.mp4').toString('base64')}`,
    'content-type': 'application/offset+octet-stream',
    'content-length': '1000000',
  });

async function openSlowBody(port: number, request = LOGIN, part = '{') {
  const connection = await open(port);
  connection.socket.write(request + part);
  return connection;
}

const responseOf = (text: string) => {
  const [first = '', ...rest] = text.split('\r\n');
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return { status: Number(first.split(' ')[1]), headers: rest.join('\n').toLowerCase(), body };
};

test.each([
  ['with a length', LOGIN, '{'],
  ['in chunks', CHUNKED, '1\r\n{\r\n'],
])('a JSON body %s that does not arrive gets 408', async (_how, request, part) => {
  const port = await serve({ jsonMs: 300, slowAfterMs: 100 });
  const { closed } = await openSlowBody(port, request, part);
  const { status, headers, body } = responseOf(await closed);
  expect(status).toBe(408);
  expect(headers).toContain('connection: close');
  expect(JSON.parse(body)).toEqual({
    success: false,
    code: 'BODY_TOO_SLOW',
    message: 'O envio demorou demais para chegar. Confira a sua conexão e tente de novo.',
  });
});

test('a body that no route reads does not hold its connection open', async () => {
  const port = await serve({ jsonMs: 300, slowAfterMs: 100 });
  const { closed } = await openSlowBody(port, head('/healthz', { 'content-length': '200' }, 'GET'));
  expect(responseOf(await closed).status).toBe(200);
});

test('a connection whose headers arrive byte by byte gets 408', async () => {
  const port = await serve({ headersMs: 300 });
  const { socket, closed } = await open(port);
  socket.write('GET /healthz HTTP/1.1\r\nhost: pontual.example\r\nx-slow: ');
  const timer = setInterval(() => socket.write('x'), 20);
  expect(responseOf(await closed).status).toBe(408);
  clearInterval(timer);
});

test('an upload may take longer than JSON while it makes progress', async () => {
  // The upload would count as stuck only if the server handled no tick within three seconds.
  const port = await serve({ jsonMs: 100, slowAfterMs: 50, uploadMs: 3_000, uploadBytes: 1_000 });
  const { token } = await aUser(world);
  const upload = uploadOf(token);
  const moving = await openSlowBody(port, upload, '');
  const timer = setInterval(() => moving.socket.write(Buffer.alloc(5_000)), 50);
  // A second upload sends nothing: when it ends, several JSON limits have passed.
  const stuck = await openSlowBody(port, upload, 'x');
  await stuck.closed;
  const isOpen = !moving.socket.destroyed && moving.heard() === '';
  clearInterval(timer);
  expect(isOpen).toBe(true);
});

test('an upload whose sender is authenticated late has the limits of an upload', async () => {
  const port = await serve({ jsonMs: 300, slowAfterMs: 50, uploadMs: 60_000 });
  const { token } = await aUser(world);
  const atLimit = async () => responseOf(await (await openSlowBody(port)).closed).status;
  const upload = await world.database.inTransaction(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    const upload = await openSlowBody(port, uploadOf(token), 'x');
    // A later JSON body has reached its limit, so the first checks of the upload are over.
    expect(await atLimit()).toBe(408);
    return upload;
  });
  expect(await atLimit()).toBe(408);
  expect({ heard: upload.heard(), isEnded: upload.socket.destroyed }).toEqual({
    heard: '',
    isEnded: false,
  });
});

test('an upload without a session gets 401 at once, and its body has the limit of JSON', async () => {
  const port = await serve({ jsonMs: 300, slowAfterMs: 100, uploadMs: 60_000 });
  const request = head('/api/uploads', { 'content-length': '1000000' });
  const { status } = responseOf(await (await openSlowBody(port, request)).closed);
  expect(status).toBe(401);
});

test('a live event stream has no body and stays open', async () => {
  const port = await serve({ jsonMs: 100, slowAfterMs: 50 });
  const { token } = await aUser(world);
  const events = await open(port);
  events.socket.write(head('/api/events', { authorization: `Bearer ${token}` }, 'GET'));
  await expect.poll(() => events.heard()).toContain(': ok');
  await (
    await openSlowBody(port)
  ).closed;
  expect(events.socket.destroyed).toBe(false);
});

test('one address may send a limited number of slow bodies, and another is still served', async () => {
  const port = await serve({ slowAfterMs: 50, slowPerAddress: 3 }, '127.0.0.1');
  const from = (address: string) =>
    LOGIN.replace('\r\n\r\n', `\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const first = await Promise.all([1, 2, 3].map(() => openSlowBody(port, from('203.0.113.7'))));
  // The fourth is refused as soon as it counts as slow, so the three before it are counted by then.
  const fourth = await openSlowBody(port, from('203.0.113.7'));
  const { status, body } = responseOf(
    await Promise.race([fourth.closed, ...first.map(({ closed }) => closed)]),
  );
  expect(status).toBe(429);
  expect(JSON.parse(body)).toMatchObject({
    code: 'TOO_MANY_MISSED',
    message: 'Há conexões demais abertas a partir da sua rede. Aguarde um minuto e tente de novo.',
  });
  const other = await open(port);
  other.socket.write(
    head('/healthz', { 'x-forwarded-for': '203.0.113.8', connection: 'close' }, 'GET'),
  );
  expect(responseOf(await other.closed).status).toBe(200);
});

test('slow uploads count for their user, not for the address that many users share', async () => {
  const port = await serve({ slowAfterMs: 2_000, slowPerAddress: 2, uploadsPerUser: 2 });
  const [one, other] = [await aUser(world), await aUser(world)];
  const hold = ({ token }: { token: string }) => openSlowBody(port, uploadOf(token), 'x');
  const held = [await hold(one), await hold(other), await hold(one), await hold(other)];
  const { status, body } = responseOf(await (await hold(one)).closed);
  expect(status).toBe(429);
  expect(JSON.parse(body)).toMatchObject({
    code: 'TOO_MANY_UPLOADS',
    message: 'Envios demais de uma vez. Espere algum terminar.',
  });
  expect(held.map(({ heard }) => heard())).toEqual(['', '', '', '']);
});

test('the addresses of one IPv6 network share one limit of slow bodies', async () => {
  const port = await serve({ slowAfterMs: 50, slowPerAddress: 1 }, '127.0.0.1');
  const from = (address: string) =>
    openSlowBody(port, LOGIN.replace('\r\n\r\n', `\r\nx-forwarded-for: ${address}\r\n\r\n`));
  const [first, second] = [await from('2001:db8:0:1::1'), await from('2001:db8:0:1::2')];
  expect(responseOf(await Promise.race([first.closed, second.closed])).status).toBe(429);
});

test('a full process answers health checks and returns 503 for other requests', async () => {
  const port = await serve({ all: 20, spare: 5, perAddressWhenFull: 25 });
  await Promise.all(Array.from({ length: 20 }, () => openSlowBody(port)));
  const ask = async (path: string) => {
    const { socket, closed } = await open(port);
    socket.write(head(path, {}, 'GET'));
    return responseOf(await closed);
  };
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  const { status, body } = await ask('/api/plans');
  expect(status).toBe(503);
  expect(JSON.parse(body)).toMatchObject({
    code: 'SERVER_FULL',
    message: 'Estamos com acessos demais agora. Tente de novo em um minuto.',
  });
});

test('a spare connection that sends nothing is closed and makes room for another', async () => {
  const port = await serve({ all: 1, spare: 1, spareMs: 100, perAddressWhenFull: 3 });
  await openSlowBody(port);
  const silent = await open(port);
  expect(await silent.closed).toBe('');
  const { socket, closed } = await open(port);
  socket.write(head('/healthz', {}, 'GET'));
  expect(responseOf(await closed).status).toBe(200);
});

test('a connection above the limit of its address is closed before it sends a request', async () => {
  const port = await serve({ perAddress: 3, spareMs: 60_000 });
  const held = await Promise.all([1, 2, 3].map(() => open(port)));
  expect(await (await open(port)).closed).toBe('');
  held[0]?.socket.destroy();
  await expect
    .poll(async () => {
      const { socket, closed } = await open(port);
      socket.write(head('/healthz', { connection: 'close' }, 'GET'));
      return (await closed).split('\r\n', 1)[0];
    })
    .toBe('HTTP/1.1 200 OK');
});

test('an address that helps to fill the process gets no spare connection', async () => {
  const port = await serve({ all: 3, spare: 2, perAddressWhenFull: 3, spareMs: 60_000 });
  await Promise.all([1, 2, 3].map(() => open(port)));
  for (let more = 0; more < 4; more += 1) expect(await (await open(port)).closed).toBe('');
});

test('a body that its sender cuts off is not logged as an unexpected error', async () => {
  const port = await serve({});
  lines.length = 0;
  const { socket } = await openSlowBody(port);
  await fetch(`http://127.0.0.1:${port}/healthz`);
  socket.resetAndDestroy();
  await expect.poll(() => lines.join('')).toContain('a body was cut off');
  expect(lines.join('')).not.toContain('unexpected error');
});
