import { connect as connectTo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aConnectedUser,
  aFormOf,
  aPhotoFile,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
});
afterAll(() => world.stop());

const inAnHour = () => new Date(world.now().getTime() + 3_600_000).toISOString();
const fields = () => ({ mediaType: 'IMAGE', scheduledTime: inAnHour() });

const sendRaw = async (body: string, contentType = 'multipart/form-data; boundary=limite') => {
  const response = await fetch(`${world.url}/api/schedule/draft`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': contentType },
    body,
  });
  const answer = (await response.json()) as { code?: string };
  return [response.status, answer.code];
};
const part = (name: string, more: string, text: string) =>
  `--limite\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}`;

test('an empty idempotency key counts as none', async () => {
  const file = await aPhotoFile();
  const send = async () =>
    dataOf(await client.saveDraft(aFormOf({}, [file]), { 'idempotency-key': '' })).post._id;
  expect(await send()).not.toBe(await send());
});

test('an idempotency key of 200 characters is accepted, and a longer one is refused before the files are read', async () => {
  const send = (key: string, files: Parameters<typeof aFormOf>[1]) =>
    client.saveDraft(aFormOf({}, files), { 'idempotency-key': key });
  expect((await send('a'.repeat(200), [])).status).toBe(201);
  // A server that reads the file would refuse it as unreadable.
  const text = { bytes: new Blob(['olá']), name: 'foto.jpg' };
  expect(await send('a'.repeat(201), [text])).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', message: expect.stringContaining('200 caracteres') },
  });
});

test.each([0, 1])(
  'a file in another field is refused after %i files in the right field',
  async (right) => {
    const files = right === 0 ? [] : [await aPhotoFile()];
    const form = aFormOf({ ...fields(), mediaType: 'CAROUSEL' }, files);
    const { bytes, name } = await aPhotoFile();
    form.append('arquivo', bytes, name);
    expect(await client.schedule(form)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', message: 'Os arquivos vão no campo “media”.' },
    });
  },
);

test.each([
  ['a body without its boundary', 'multipart/form-data', part('caption', '', 'Oi')],
  ['a body that is no form', 'multipart/form-data; boundary=limite', 'qualquer coisa'],
  ['a body with another boundary', 'multipart/form-data; boundary=x', part('caption', '', 'Oi')],
])('%s is refused with VALIDATION', async (_case, contentType, body) => {
  expect(await sendRaw(body, contentType)).toEqual([400, 'VALIDATION']);
});

test('a form that ends in the middle of a file is refused as interrupted', async () => {
  const body = `${part('caption', '', 'Oi')}\r\n${part('media', '; filename="foto.jpg"', 'meia')}`;
  expect(await sendRaw(body)).toEqual([400, 'UPLOAD_INTERRUPTED']);
});

test('a client that disconnects in the middle of a field does not affect the next request', async () => {
  const { hostname, port } = new URL(world.url);
  const socket = connectTo(Number(port), hostname);
  socket.write(
    `POST /api/schedule/draft HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${client.token}\r\n` +
      `content-type: multipart/form-data; boundary=limite\r\ncontent-length: 5000\r\n\r\n${part('caption', '', 'Oi')}`,
    () => socket.destroy(),
  );
  await new Promise((resolve) => {
    socket.on('close', resolve);
  });
  expect((await client.saveDraft(aFormOf({ caption: 'Outra' }))).status).toBe(201);
});
