import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { aPhoto } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { storePicture } from './picture.ts';

const log = createLog('silent');
const MEGABYTE = 1024 * 1024;
let received: string[] = [];
let picture: Buffer;
let world: World;
const server = createServer((request, response) => {
  received.push(request.url ?? '');
  if (request.url === '/moved') response.writeHead(302, { location: '/picture' });
  if (request.url === '/picture') response.write(picture);
  if (request.url === '/large') response.write(Buffer.alloc(6 * MEGABYTE, picture));
  response.end();
});

beforeAll(async () => {
  world = await startWorld();
  picture = Buffer.from(await (await aPhoto(200, 200)).arrayBuffer());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await world.stop();
});
beforeEach(() => {
  received = [];
});

// A TCP server's address is an object.
const storeFrom = (path: string) =>
  storePicture(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    world.services.media.media,
    log,
  );

test('the picture of an account is kept, as one of ours', async () => {
  expect(await storeFrom('/picture')).toMatchObject({ kind: 'avatar', width: 160, height: 160 });
});

test('its address leads nowhere else', async () => {
  expect(await storeFrom('/moved')).toBeUndefined();
  expect(received).toEqual(['/moved']);
});

test.each(['/large', '/none'])('what is too large, or none, is not kept: %s', async (path) => {
  expect(await storeFrom(path)).toBeUndefined();
});

test.each(['file:///etc/passwd', 'data:text/plain,oi'])('%s is not a picture', async (url) => {
  expect(await storePicture(url, world.services.media.media, log)).toBeUndefined();
});
