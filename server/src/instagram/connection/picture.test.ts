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

const storeFrom = (path: string) =>
  storePicture(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    world.services.media.media,
    log,
  );

test('the picture of an account is stored as an avatar file', async () => {
  expect(await storeFrom('/picture')).toMatchObject({ kind: 'avatar', width: 160, height: 160 });
});

test('a redirect of the picture URL is not followed', async () => {
  expect(await storeFrom('/moved')).toBeUndefined();
  expect(received).toEqual(['/moved']);
});

test.each(['/large', '/none'])(
  'a picture that is too large or missing is not stored: %s',
  async (path) => {
    expect(await storeFrom(path)).toBeUndefined();
  },
);

test.each(['file:///etc/passwd', 'data:text/plain,oi'])('the URL %s is refused', async (url) => {
  expect(await storePicture(url, world.services.media.media, log)).toBeUndefined();
});
