import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { aPhoto } from '../../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { aVideo } from '../../../testing/videos.ts';
import { createMediaDecoder } from '../decoder/decoder.ts';
import { createIncomingFolders } from './incoming-folders.ts';
import { createMediaIntake } from './ingestion.ts';
import { createMediaService } from '../media.service.ts';
import { writeUpload } from './upload.ts';
import { createObjects } from '../objects.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import { StorageFullError } from '../storage/storage.ts';

const log = createLog('silent');
const decoder = createMediaDecoder({ clock: systemClock, log, children: 1 });
let folder: string;
let testDatabase: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pontual-media-'));
  testDatabase = await createTestDatabase();
  jobs = await createJobs(testDatabase.database, log, { supervise: false });
});
afterAll(async () => {
  decoder.close();
  await jobs.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

function serviceIn(
  incoming: string,
  storage = createLocalStorage(join(folder, 'media')),
): ReturnType<typeof createMediaService> {
  const { database } = testDatabase;
  const objects = createObjects({ database, storage, clock: systemClock, log });
  return createMediaService({
    intake: createMediaIntake({ objects, storage, decoder }),
    incoming: createIncomingFolders(join(folder, incoming)),
    jobs,
  });
}

const MEGABYTE = Buffer.alloc(1024 * 1024);
const containers = ['mov', 'avi'] as const;
const alone = { maxFiles: 1, containers };
const pictures = { ...alone, kinds: ['image'] } as const;
const anything = { ...alone, kinds: ['image', 'video'] } as const;

function anUpload(beginning: string, megabytes: number) {
  let read = 0;
  const stream = Readable.from(
    (function* () {
      yield Buffer.from(beginning, 'latin1');
      for (; read < megabytes; read += 1) yield MEGABYTE;
    })(),
  );
  return { file: { name: 'arquivo', stream }, read: () => read };
}
async function* one(file: UploadedFile): AsyncGenerator<UploadedFile> {
  yield file;
}
const JPEG = '\xff\xd8\xff\xe0________';
const MP4 = '\0\0\0\x18ftypmp42';
const AVI = 'RIFF____AVI ';
const bytesOf = async (blob: Promise<Blob>) => Buffer.from(await (await blob).arrayBuffer());

test.each([
  ['a video over 300 MB', MP4, 310, 'FILE_TOO_LARGE', /no máximo 300MB/, 305],
  ['an AVI over 300 MB', AVI, 310, 'FILE_TOO_LARGE', /no máximo 300MB/, 305],
  ['a picture over 8 MB', JPEG, 20, 'FILE_TOO_LARGE', /no máximo 8MB/, 12],
  ['a HEIC picture over 8 MB', '\0\0\0\x18ftypheic', 20, 'FILE_TOO_LARGE', /no máximo 8MB/, 12],
  ['what is neither', '%PDF-1.7____', 300, 'MEDIA_UNREADABLE', /Não conseguimos ler/, 5],
])('%s is stopped at the limit', async (_case, beginning, megabytes, code, message, atMost) => {
  const upload = anUpload(beginning, megabytes);
  await expect(serviceIn('incoming').receive(one(upload.file), anything)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
  expect(upload.read()).toBeLessThan(atMost);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

test.each([
  ['a video where none is taken', MP4, pictures],
  ['a picture where none is taken', JPEG, { ...alone, kinds: ['video'] }],
  ['an AVI where only MP4 and MOV are', AVI, { ...anything, containers: ['mov'] }],
] as const)('%s is stopped at its beginning', async (_case, beginning, accepted) => {
  const upload = anUpload(beginning, 300);
  await expect(serviceIn('incoming').receive(one(upload.file), accepted)).rejects.toMatchObject({
    code: 'MEDIA_KIND',
  });
  expect(upload.read()).toBeLessThan(5);
});

test('an interrupted upload is reported as such, and a server error is not', async () => {
  const service = serviceIn('incoming');
  const cut = Readable.from(
    (function* () {
      yield Buffer.from(JPEG, 'latin1');
      yield MEGABYTE;
      throw new Error('the connection is gone');
    })(),
  );
  const file = { name: 'foto.jpg', stream: cut };
  await expect(service.receive(one(file), pictures)).rejects.toMatchObject({
    code: 'UPLOAD_INTERRUPTED',
  });
  const gone = new Readable({ read: () => undefined });
  setImmediate(() => gone.destroy());
  await expect(service.receive(one({ ...file, stream: gone }), pictures)).rejects.toMatchObject({
    code: 'UPLOAD_INTERRUPTED',
  });
  const nowhere = join(folder, 'no-such-folder', 'file');
  await expect(writeUpload(anUpload(JPEG, 3).file, nowhere, pictures)).rejects.toMatchObject({
    code: 'ENOENT',
  });
  await writeFile(join(folder, 'a-file'), '');
  const broken = serviceIn('a-file/incoming');
  await expect(broken.receive(one(anUpload(JPEG, 1).file), pictures)).rejects.toMatchObject({
    code: 'ENOTDIR',
  });
});

test('a full disk is reported as such, and the upload is deleted', async () => {
  const put = () => Promise.reject(new StorageFullError());
  const storage = { ...createLocalStorage(folder), put };
  for (const bytes of [await bytesOf(aPhoto()), await bytesOf(aVideo())]) {
    const file = { name: 'arquivo', stream: Readable.from([bytes]) };
    await expect(serviceIn('incoming', storage).receive(one(file), anything)).rejects.toMatchObject(
      {
        code: 'STORAGE_FULL',
      },
    );
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  }
});

test.runIf(existsSync('/dev/full'))(
  'a disk that becomes full at the last byte results in ENOSPC',
  async () => {
    const stream = Readable.from([await bytesOf(aPhoto())]);
    const last = { name: 'foto.jpg', stream };
    await expect(writeUpload(last, '/dev/full', pictures)).rejects.toMatchObject({
      code: 'ENOSPC',
    });
  },
);

test('an incomplete upload of a dead process is deleted after a day', async () => {
  const left = createIncomingFolders(join(folder, 'left'));
  await left.removeStale(new Date());
  for (const name of ['old', 'new']) {
    await mkdir(join(folder, 'left', name), { recursive: true });
    await writeFile(join(folder, 'left', name, 'upload'), 'x');
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(folder, 'left', 'old'), yesterday, yesterday);
  await left.removeStale(new Date());
  expect(await readdir(join(folder, 'left'))).toEqual(['new']);
});

test('all files of a post are received before the first one is decoded', async () => {
  const [rubbish, second] = [anUpload(JPEG, 1), anUpload(JPEG, 5)];
  async function* both() {
    yield { ...rubbish.file, name: 'lixo.jpg' };
    yield second.file;
  }
  const receiving = serviceIn('incoming').receive(both(), { ...anything, maxFiles: 10 });
  await expect(receiving).rejects.toMatchObject({
    code: 'MEDIA_UNREADABLE',
    message: expect.stringMatching(/^lixo\.jpg: /),
  });
  expect(second.read()).toBe(5);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

test('an unreadable file is not stored', async () => {
  const service = serviceIn('incoming', createLocalStorage(join(folder, 'unread')));
  for (const beginning of [MP4, AVI, JPEG, '\0\0\0\x18ftypheic', '\x89PNG\r\n\x1a\n____']) {
    const upload = anUpload(beginning, 1);
    await expect(service.receive(one(upload.file), anything)).rejects.toMatchObject({
      code: 'MEDIA_UNREADABLE',
    });
  }
  expect(await readdir(join(folder, 'unread')).catch(() => [])).toEqual([]);
});

test.each([
  ['23.976 frames', { framesPerSecond: 24_000 / 1001 }, {}],
  ['59.94 frames', { framesPerSecond: 60_000 / 1001 }, {}],
  ['sound', { audio: 'aac' }, { durationMs: expect.closeTo(5000, -2) }],
  ['full width', { width: 1920, height: 1080 }, { width: 1920, height: 1080 }],
] as const)(
  'a video of %s is stored unchanged when it arrives in small chunks',
  async (_case, options, facts) => {
    const bytes = await bytesOf(aVideo(options));
    const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
    const file = { name: 'v.mp4', stream: Readable.from(pieces) };
    const [received] = await serviceIn('incoming').receive(one(file), anything);
    expect(received?.media).toMatchObject({
      kind: 'video',
      contentType: 'video/mp4',
      state: 'ready',
      sha256: received?.uploadSha256,
      bytes: bytes.length,
      ...facts,
    });
    const storage = createLocalStorage(join(folder, 'media'));
    expect(await storage.size(received?.media.sha256 ?? '')).toBe(bytes.length);
    expect(await storage.size(received?.media.thumbnailSha256 ?? 'none')).toBeGreaterThan(100);
    expect(await storage.size(received?.media.coverSha256 ?? 'none')).toBeGreaterThan(100);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  },
);
