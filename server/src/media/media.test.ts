import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { newId } from '../ids.ts';
import {
  aConnectedUser,
  aFormOf,
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  aVideoFile,
  type Client,
} from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { aVideo } from '../testing/videos.ts';
import { startWorld, type World } from '../testing/world.ts';
import { createMediaService } from './media.service.ts';
import { writeUpload } from './media.upload.ts';
import { createObjects } from './objects.ts';
import { createLocalStorage } from './storage/local.storage.ts';
import { StorageFullError } from './storage/storage.ts';

describe('a link for Instagram', () => {
  let world: World;
  let client: Client;
  beforeAll(async () => {
    world = await startWorld();
    client = await aConnectedUser(world);
  });
  afterAll(() => world.stop());

  /** A container as the engine writes it before it tells Instagram of it. */
  async function aContainer(postId: string, position = 0): Promise<string> {
    const id = newId();
    await sql`insert into containers (id, post_id, revision, position, kind, ig_user_id, state, file_id)
      select ${id}, post_id, 1, position, 'child', '1', 'creating', file_id
      from post_media where post_id = ${postId} and position = ${position}`.execute(
      world.database.db,
    );
    return id;
  }
  const fetchOf = (containerId: string, contentType: string, init: RequestInit = {}) =>
    fetch(world.services.links.forContainer(containerId, contentType), init);

  test('gives the medium of its place, with its type, its length and its parts', async () => {
    const post = await aScheduledPost(world, client, {
      mediaType: 'CAROUSEL',
      files: [await aPhotoFile(), await aVideoFile()],
    });
    const [photo, video] = [await aContainer(post._id, 0), await aContainer(post._id, 1)];
    expect(world.services.links.forContainer(video, 'video/mp4')).toMatch(/\.mp4$/);
    expect(world.services.links.forContainer(video, 'video/quicktime')).toMatch(/\.mov$/);
    const first = await fetchOf(photo, 'image/jpeg');
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const head = await fetchOf(video, 'video/mp4', { method: 'HEAD' });
    const length = Number(head.headers.get('content-length'));
    expect(head.headers.get('content-type')).toBe('video/mp4');
    expect((await (await fetchOf(video, 'video/mp4')).arrayBuffer()).byteLength).toBe(length);
    const part = await fetchOf(video, 'video/mp4', { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${length}`);
  });

  test('gives nothing for a carousel as a whole, a wrong signature or a post that is gone', async () => {
    const post = await aScheduledPost(world, client, { mediaType: 'CAROUSEL' });
    const [parent, child] = [await aContainer(post._id, 0), await aContainer(post._id, 2)];
    const { db } = world.database;
    await sql`update containers set kind = 'parent', file_id = null where id = ${parent}`.execute(
      db,
    );
    expect((await fetchOf(parent, 'image/jpeg')).status).toBe(404);
    const forged = world.services.links.forContainer(child, 'image/jpeg').replace(/.\.jpg$/, 'x');
    expect((await fetch(forged)).status).toBe(404);
    expect((await fetchOf(child, 'image/jpeg')).status).toBe(200);
    await client.delete(`/scheduled/${post._id}`);
    expect((await fetchOf(child, 'image/jpeg')).status).toBe(404);
  });

  test('gives what its container is made of, also when the post has another file since', async () => {
    const post = await aScheduledPost(world, client);
    const old = await aContainer(post._id);
    const bytesOf = async (id: string) => (await fetchOf(id, 'image/jpeg')).bytes();
    const before = await bytesOf(old);
    await client.put(`/scheduled/${post._id}`, aFormOf({}, [await aPhotoFile()]));
    expect(await bytesOf(old)).toEqual(before);
    expect(await bytesOf(await aContainer(post._id))).not.toEqual(before);
  });
});

const aPicture = async () => Buffer.from(await (await aPhoto()).arrayBuffer());

describe('receiving', () => {
  let folder: string;
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pontual-media-'));
    testDatabase = await createTestDatabase();
  });
  afterAll(async () => {
    await testDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const objectsIn = (storage = createLocalStorage(join(folder, 'media'))) =>
    createObjects({ database: testDatabase.database, storage, clock: systemClock });

  const MEGABYTE = Buffer.alloc(1024 * 1024);
  const service = () =>
    createMediaService({
      objects: objectsIn(),
      incoming: join(folder, 'incoming'),
    });
  /** So many megabytes that begin like this, and how many of them were read. */
  function anUpload(beginning: string, megabytes: number) {
    let read = 0;
    const stream = Readable.from(
      (function* () {
        yield Buffer.from(beginning, 'latin1');
        for (; read < megabytes; read += 1) yield MEGABYTE;
      })(),
    );
    return { file: { name: 'arquivo', stream, wasCut: () => false }, read: () => read };
  }
  const MP4 = '\0\0\0\x18ftypmp42';

  test.each([
    ['a video over 300 MB', MP4, 310, 'FILE_TOO_LARGE', /no máximo 300MB/, 305],
    ['a picture over 8 MB', '\xff\xd8\xff\xe0________', 20, 'FILE_TOO_LARGE', /no máximo 8MB/, 12],
    ['a HEIC picture over 8 MB', '\0\0\0\x18ftypheic', 20, 'FILE_TOO_LARGE', /no máximo 8MB/, 12],
  ])('%s stops at the limit', async (_case, beginning, megabytes, code, message, atMost) => {
    const upload = anUpload(beginning, megabytes);
    await expect(service().receive(upload.file, ['image', 'video'])).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(upload.read()).toBeLessThan(atMost);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  test('a video where none is taken stops at its beginning', async () => {
    const upload = anUpload(MP4, 300);
    await expect(service().receive(upload.file, ['image'])).rejects.toMatchObject({
      code: 'MEDIA_KIND',
    });
    expect(upload.read()).toBeLessThan(5);
  });

  test('an upload that breaks off is told as such, and a fault of ours is not', async () => {
    const cut = Readable.from(
      (function* () {
        yield MEGABYTE;
        throw new Error('the connection is gone');
      })(),
    );
    const file = { name: 'foto.jpg', stream: cut, wasCut: () => false };
    await expect(service().receive(file, ['image'])).rejects.toMatchObject({
      code: 'UPLOAD_INTERRUPTED',
    });
    const gone = new Readable({ read: () => undefined });
    setImmediate(() => gone.destroy());
    await expect(service().receive({ ...file, stream: gone }, ['image'])).rejects.toMatchObject({
      code: 'UPLOAD_INTERRUPTED',
    });
    const nowhere = join(folder, 'no-such-folder', 'file');
    await expect(writeUpload(anUpload('', 3).file, nowhere, ['image'])).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await writeFile(join(folder, 'a-file'), '');
    const broken = createMediaService({
      objects: objectsIn(),
      incoming: join(folder, 'a-file', 'incoming'),
    });
    await expect(broken.receive(anUpload('', 1).file, ['image'])).rejects.toMatchObject({
      code: 'ENOTDIR',
    });
  });

  test('a full disk is told as such, wherever it is met', async () => {
    const put = () => Promise.reject(new StorageFullError());
    const storage = { ...createLocalStorage(folder), put };
    const picture = { ...anUpload('', 0).file, stream: Readable.from([await aPicture()]) };
    const receiving = createMediaService({
      objects: objectsIn(storage),
      incoming: join(folder, 'incoming'),
    });
    await expect(receiving.receive(picture, ['image'])).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  test.runIf(existsSync('/dev/full'))('a disk that is full at the last byte', async () => {
    const last = { ...anUpload('', 0).file, stream: Readable.from([await aPicture()]) };
    await expect(writeUpload(last, '/dev/full', ['image'])).rejects.toMatchObject({
      code: 'ENOSPC',
    });
  });

  test('what a process left half-received is deleted after a day', async () => {
    const incoming = join(folder, 'left');
    const left = createMediaService({ objects: objectsIn(), incoming });
    await left.forgetIncoming(new Date());
    await mkdir(incoming);
    for (const name of ['old', 'new']) await writeFile(join(incoming, name), '');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(incoming, 'old'), yesterday, yesterday);
    await left.forgetIncoming(new Date());
    expect(await readdir(incoming)).toEqual(['new']);
  });

  test('a video that cannot be read is not kept', async () => {
    const upload = anUpload(MP4, 1);
    await expect(service().receive(upload.file, ['video'])).rejects.toMatchObject({
      code: 'MEDIA_UNREADABLE',
    });
    expect(await readdir(join(folder, 'media')).catch(() => [])).toEqual([]);
  });

  test.each([
    ['vp9', { codec: 'vp9' }, /H\.264 ou HEVC/],
    ['mp3', { audio: 'mp3' }, /AAC/],
    [
      'too wide',
      { width: 2000, height: 1000 },
      /2000 pixels de largura; o Instagram aceita até 1920/,
    ],
    ['slow', { framesPerSecond: 15 }, /15 quadros por segundo; o Instagram aceita de 23 a 60/],
    ['fast', { framesPerSecond: 120 }, /120 quadros/],
    ['in fragments', { index: 'fragmented' }, /fragmentos/],
    ['with its index at the end', { index: 'last' }, /início rápido/],
  ] as const)('a video that is %s is refused with the reason', async (_case, wish, reason) => {
    const bytes = Buffer.from(await (await aVideo(wish)).arrayBuffer());
    const file = { name: 'v.mp4', stream: Readable.from([bytes]), wasCut: () => false };
    await expect(service().receive(file, ['video'])).rejects.toMatchObject({
      code: 'VIDEO_UNFIT',
      message: expect.stringMatching(reason),
    });
  });

  test.each([
    ['23.976 frames', { framesPerSecond: 24_000 / 1001 }, {}],
    ['59.94 frames', { framesPerSecond: 60_000 / 1001 }, {}],
    ['sound', { audio: 'aac' }, { durationMs: 5000 }],
    ['full width', { width: 1920, height: 1080 }, { width: 1920, height: 1080 }],
    ['QuickTime', { container: 'mov' }, { contentType: 'video/quicktime' }],
  ] as const)(
    'a video of %s is taken as it is, told by little pieces',
    async (_case, wish, facts) => {
      const bytes = Buffer.from(await (await aVideo(wish)).arrayBuffer());
      const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
      const file = { name: 'v.mp4', stream: Readable.from(pieces), wasCut: () => false };
      const received = await service().receive(file, ['image', 'video']);
      expect(received.media).toMatchObject({
        kind: 'video',
        contentType: 'video/mp4',
        sha256: received.sentSha256,
        thumbnailSha256: null,
        bytes: bytes.length,
        ...facts,
      });
      const storage = createLocalStorage(join(folder, 'media'));
      expect(await storage.size(received.media.sha256)).toBe(bytes.length);
      expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    },
  );
});
