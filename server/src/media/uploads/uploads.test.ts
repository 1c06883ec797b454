import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aConnectedUser,
  aFormOf,
  aPhoto,
  aPhotoFile,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { aVideo } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
});
afterAll(() => world.stop());

const HOUR = 3_600_000;
const inAnHour = () => new Date(world.now().getTime() + HOUR).toISOString();
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const endpoint = () => `${world.url}/api/uploads`;
const fileOf = (url: string) => join(world.folder, 'uploads', idOf(url));
const countUploadFiles = async () => (await readdir(join(world.folder, 'uploads'))).length;

const sendTusRequest = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
  who = client,
) =>
  fetch(new URL(url, world.url), {
    method,
    headers: { authorization: `Bearer ${who.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  });

async function startUpload(length: number, name = 'video.mp4'): Promise<string> {
  const filename = Buffer.from(name).toString('base64');
  const created = await sendTusRequest('POST', endpoint(), {
    'upload-length': String(length),
    'upload-metadata': `filename ${filename}`,
  });
  expect(created.status).toBe(201);
  return created.headers.get('location') ?? '';
}

const sendPart = (url: string, bytes: Buffer, offset: number, who = client) => {
  const type = { 'content-type': 'application/offset+octet-stream' };
  return sendTusRequest(
    'PATCH',
    url,
    { ...type, 'upload-offset': String(offset) },
    new Uint8Array(bytes),
    who,
  );
};

const idOf = (url: string) => url.split('/').at(-1) ?? '';

async function uploadFile(bytes: Buffer, name?: string): Promise<string> {
  const url = await startUpload(bytes.length, name);
  expect((await sendPart(url, bytes, 0)).status).toBe(204);
  return idOf(url);
}

test('an upload resumes after an interruption and becomes a post', async () => {
  const bytes = await bytesOf(await aVideo());
  const url = await startUpload(bytes.length);
  expect((await sendPart(url, bytes.subarray(0, 10_000), 0)).status).toBe(204);
  const seen = await sendTusRequest('HEAD', url);
  expect(seen.headers.get('upload-offset')).toBe('10000');
  expect((await sendPart(url, bytes.subarray(10_000), 10_000)).status).toBe(204);
  const again = await sendTusRequest('HEAD', url);
  expect(again.headers.get('upload-offset')).toBe(String(bytes.length));
  expect(await countUploadFiles()).toBe(0);

  const form = aFormOf({
    mediaType: 'REELS',
    scheduledTime: inAnHour(),
    uploadIds: JSON.stringify([idOf(url)]),
  });
  const { post } = dataOf(await client.schedule(form));
  expect(post.mediaItems).toMatchObject([{ type: 'video', state: 'ready', width: 1080 }]);
  const cover = await fetch(`${world.url}${post.mediaItems[0]?.coverUrl}`);
  expect(await sharp(await cover.arrayBuffer()).metadata()).toMatchObject({ width: 1080 });
});

test('the tus client library works with the server', async () => {
  const bytes = await bytesOf(await aPhoto());
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: endpoint(),
      headers: { authorization: `Bearer ${client.token}` },
      metadata: { filename: 'foto.jpg' },
      chunkSize: 1000,
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    });
    upload.start();
  });
  const uploadIds = JSON.stringify([idOf(url)]);
  const draft = dataOf(await client.saveDraft(aFormOf({ mediaType: 'IMAGE', uploadIds }))).post;
  expect(draft.mediaItems).toMatchObject([{ type: 'image', width: 1080 }]);
});

test('a repeated request with new uploads of the same files returns the same post', async () => {
  const bytes = await bytesOf(await aPhoto());
  const scheduledTime = inAnHour();
  const send = async (bytes: Buffer, aim: 'schedule' | 'saveDraft') => {
    const fields = { mediaType: 'IMAGE', scheduledTime };
    const uploadIds = JSON.stringify([await uploadFile(bytes, 'foto.jpg')]);
    return client[aim](aFormOf({ ...fields, uploadIds }), { 'idempotency-key': `de-novo-${aim}` });
  };
  const other = await bytesOf(await aPhoto(500, 500));
  for (const aim of ['schedule', 'saveDraft'] as const) {
    const first = dataOf(await send(bytes, aim)).post;
    expect(dataOf(await send(bytes, aim)).post._id).toBe(first._id);
    const refused = { status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } };
    expect(await send(other, aim)).toMatchObject(refused);
  }
});

test('a repeated request returns the same post although its upload was refused since', async () => {
  const id = await uploadFile(await bytesOf(await aPhoto(640, 640)), 'foto.jpg');
  const form = () => aFormOf({ mediaType: 'IMAGE', uploadIds: JSON.stringify([id]) });
  const headers = { 'idempotency-key': 'recusado' };
  const { post } = dataOf(await client.saveDraft(form(), headers));
  await sql`update media_files set state = 'refused', refusal = 'Este arquivo não serve.'
    where id = (select file_id from uploads where id = ${id})`.execute(world.database.db);
  expect(dataOf(await client.saveDraft(form(), headers)).post._id).toBe(post._id);
});

test('a request with the key of another is refused before its upload is decoded', async () => {
  const headers = { 'idempotency-key': 'ilegivel' };
  dataOf(await client.saveDraft(aFormOf({ mediaType: 'IMAGE' }, [await aPhotoFile()]), headers));
  const url = await startUpload(100, 'foto.jpg');
  // Its process died between the last byte and the decoding.
  await writeFile(fileOf(url), (await bytesOf(await aPhoto())).subarray(0, 100));
  const form = aFormOf({ mediaType: 'IMAGE', uploadIds: JSON.stringify([idOf(url)]) });
  expect(await client.saveDraft(form, headers)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  await rm(fileOf(url));
  await rm(`${fileOf(url)}.json`);
});

test('a carousel has its uploads in the given order, followed by attached files', async () => {
  const small = await uploadFile(await bytesOf(await aPhoto(400, 400)), 'a.jpg');
  const large = await uploadFile(await bytesOf(await aPhoto(800, 800)), 'b.jpg');
  const fields = {
    mediaType: 'CAROUSEL',
    scheduledTime: inAnHour(),
    uploadIds: JSON.stringify([large, small]),
  };
  const { post } = dataOf(await client.schedule(aFormOf(fields, [await aPhotoFile()])));
  expect(post.mediaItems.map(({ width }) => width)).toEqual([800, 400, 320]);
  const replaced = aFormOf({ uploadIds: JSON.stringify([small, large]) });
  const changed = dataOf(await client.put(`/scheduled/${post._id}`, replaced)).post;
  expect(changed.mediaItems.map(({ width }) => width)).toEqual([400, 800]);
});

test('the conversion starts when the upload ends', async () => {
  const id = await uploadFile(
    await bytesOf(await aVideo({ width: 320, height: 568, index: 'last' })),
  );
  expect(await world.services.platform.jobs.fetch('media-remux', 10)).toHaveLength(1);
  await world.services.media.conversion.convertNext('remux');
  const uploadIds = JSON.stringify([id]);
  const { post } = dataOf(await client.saveDraft(aFormOf({ mediaType: 'REELS', uploadIds })));
  expect(post.mediaItems).toMatchObject([{ state: 'ready' }]);
});

test('a file that is not a medium, or is too large for its type, is refused at the end of the upload', async () => {
  const large = Buffer.concat([await bytesOf(await aPhoto()), Buffer.alloc(8 * 1024 * 1024)]);
  for (const [bytes, status, code] of [
    [Buffer.from('isto não é nada'), 422, 'MEDIA_UNREADABLE'],
    [large, 413, 'FILE_TOO_LARGE'],
  ] as const) {
    const url = await startUpload(bytes.length, 'foto.jpg');
    const refused = await sendPart(url, bytes, 0);
    expect([refused.status, await refused.json()]).toEqual([
      status,
      expect.objectContaining({ success: false, code }),
    ]);
    expect((await sendTusRequest('HEAD', url)).status).toBe(404);
  }
  expect(await countUploadFiles()).toBe(0);
  const tooLarge = await sendTusRequest('POST', endpoint(), {
    'upload-length': String(300 * 1024 ** 2 + 1),
  });
  expect(tooLarge.status).toBe(413);
});

test('another user cannot access an upload', async () => {
  const other = await aConnectedUser(world);
  const bytes = await bytesOf(await aPhoto());
  const url = await startUpload(bytes.length);
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    expect((await sendTusRequest(method, url, {}, undefined, other)).status).toBe(404);
    const stranger = await fetch(new URL(url, world.url), { method });
    expect(stranger.status).toBe(401);
  }
  expect((await fetch(endpoint(), { method: 'POST' })).status).toBe(401);
  const id = await uploadFile(bytes);
  const theirs = aFormOf({ mediaType: 'IMAGE', uploadIds: JSON.stringify([id]) });
  expect(await other.saveDraft(theirs)).toMatchObject({
    status: 404,
    body: { code: 'UPLOAD_NOT_FOUND' },
  });
});

test('an unfinished upload is deleted after a day', async () => {
  const before = await countUploadFiles();
  const [canceled, recent, old] = [
    await startUpload(1000),
    await startUpload(1000),
    await startUpload(1000),
  ];
  expect((await sendTusRequest('DELETE', canceled)).status).toBe(204);
  // Its age depends on the system clock, which the test cannot change.
  const described = `${fileOf(old)}.json`;
  const upload = JSON.parse(await readFile(described, 'utf8')) as object;
  const yesterday = new Date(Date.now() - 25 * HOUR).toISOString();
  await writeFile(described, JSON.stringify({ ...upload, creation_date: yesterday }));
  await world.services.media.collectMedia();
  expect((await sendTusRequest('HEAD', old)).status).toBe(404);
  expect((await sendTusRequest('HEAD', recent)).status).toBe(200);
  expect((await sendTusRequest('DELETE', recent)).status).toBe(204);
  expect(await countUploadFiles()).toBe(before);
});

test('a finished upload that no post uses is deleted after a day', async () => {
  const id = await uploadFile(await bytesOf(await aPhoto()));
  await world.advanceTime(23 * HOUR);
  await world.services.media.collectMedia();
  const draft = () => aFormOf({ mediaType: 'IMAGE', uploadIds: JSON.stringify([id]) });
  expect((await client.saveDraft(draft())).status).toBe(201);
  await world.advanceTime(2 * HOUR);
  await world.services.media.collectMedia();
  expect(await client.saveDraft(draft())).toMatchObject({ body: { code: 'UPLOAD_NOT_FOUND' } });
});

test.each([
  ['a picture', 'IMAGE', async () => bytesOf(await aPhoto())],
  ['a video', 'REELS', async () => bytesOf(await aVideo())],
] as const)('%s whose process died after the last byte becomes a post', async (_, type, make) => {
  const before = await countUploadFiles();
  const bytes = await make();
  const url = await startUpload(bytes.length, 'arquivo');
  await writeFile(fileOf(url), bytes);
  const seen = await sendTusRequest('HEAD', url);
  expect(seen.headers.get('upload-offset')).toBe(String(bytes.length));
  const draft = () => aFormOf({ mediaType: type, uploadIds: JSON.stringify([idOf(url)]) });
  const saved = await Promise.all([client.saveDraft(draft()), client.saveDraft(draft())]);
  expect(saved.map(({ status }) => status)).toEqual([201, 201]);
  expect(await countUploadFiles()).toBe(before);
});

test('a video whose row could not be inserted is processed when its post arrives', async () => {
  const before = await countUploadFiles();
  const bytes = await bytesOf(await aVideo());
  const url = await startUpload(bytes.length);
  const { db } = world.database;
  await sql`alter table uploads add constraint no_room check (sent_bytes < 0) not valid`.execute(
    db,
  );
  expect((await sendPart(url, bytes, 0)).status).toBe(500);
  await sql`alter table uploads drop constraint no_room`.execute(db);
  const seen = await sendTusRequest('HEAD', url);
  expect(seen.headers.get('upload-offset')).toBe(String(bytes.length));
  const form = aFormOf({ mediaType: 'REELS', uploadIds: JSON.stringify([idOf(url)]) });
  expect((await client.saveDraft(form)).status).toBe(201);
  expect(await countUploadFiles()).toBe(before);
});

test('an invalid upload id does not affect any path', async () => {
  const other = await aConnectedUser(world);
  const theirs = await startUpload(1000);
  const mine = idOf(
    (
      await sendTusRequest('POST', endpoint(), { 'upload-length': '1' }, undefined, other)
    ).headers.get('location') ?? '',
  );
  const names = [`${mine.split('_')[0]}_/../${idOf(theirs)}`, '\0', '', `${mine}\0`, '../x'];
  for (const name of names) {
    const form = aFormOf({ mediaType: 'IMAGE', uploadIds: JSON.stringify([name]) });
    const status = name.includes('\0') ? 400 : 404;
    expect(await other.saveDraft(form)).toMatchObject({ status });
    const response = await sendTusRequest(
      'HEAD',
      `${endpoint()}/${encodeURIComponent(name)}`,
      {},
      undefined,
      other,
    );
    expect([400, 404]).toContain(response.status);
  }
});

test('an AVI is refused for a story also as a resumable upload', async () => {
  const avi = await bytesOf(await aVideo({ container: 'avi', codec: 'mpeg4', seconds: 5 }));
  const uploadIds = JSON.stringify([await uploadFile(avi, 'a.avi')]);
  const form = aFormOf({ mediaType: 'STORIES', scheduledTime: inAnHour(), uploadIds });
  expect(await client.schedule(form)).toMatchObject({ status: 400, body: { code: 'MEDIA_KIND' } });
});

test('a full disk ends an upload and deletes its files', async () => {
  const before = await countUploadFiles();
  const url = await startUpload(100_000);
  await rm(fileOf(url));
  // Every write to this kernel device fails because no space is left.
  await symlink('/dev/full', fileOf(url));
  const refused = await sendPart(url, Buffer.alloc(100_000), 0);
  expect([refused.status, await refused.json()]).toEqual([
    507,
    expect.objectContaining({ success: false, code: 'STORAGE_FULL' }),
  ]);
  expect(await countUploadFiles()).toBe(before);
  expect((await sendTusRequest('HEAD', url)).status).toBe(404);
});
