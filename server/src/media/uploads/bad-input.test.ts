import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aFormOf,
  aPhoto,
  aPhotoFile,
  dataOf,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import { aVideo } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { StorageFullError } from '../storage/storage.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
});

const inAnHour = () => new Date(world.now().getTime() + 3_600_000).toISOString();
const send = (mediaType: MediaType, files: readonly UploadFile[]) =>
  client.schedule(aFormOf({ mediaType, scheduledTime: inAnHour() }, files));
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const text = (content: string) => new TextEncoder().encode(content);

async function countStored() {
  const { db } = world.database;
  const { posts } = dataOf(await client.get<{ posts: Post[] }>('/scheduled'));
  const objects = await db.selectFrom('stored_objects').select('key').execute();
  const folder = join(world.folder, 'incoming');
  const incoming = await readdir(folder).catch(() => []);
  return { posts: posts.length, objects: objects.length, incoming: incoming.length };
}

/** One file of zeros with its end record (PKWARE's APPNOTE, 4.3). */
function aZipBomb(): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(Buffer.alloc(50_000_000));
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(50_000_000, 22);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  return new Uint8Array(Buffer.concat([local, packed, end]));
}

const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } });

type BadUpload = [
  what: string,
  type: MediaType,
  make: () => Promise<(Blob | Uint8Array<ArrayBuffer>)[]>,
  status: number,
  code: string,
];
const badUploads: BadUpload[] = [
  ['one byte', 'IMAGE', async () => [text('x')], 422, 'MEDIA_UNREADABLE'],
  ['one byte of a JPEG', 'IMAGE', async () => [new Uint8Array([0xff])], 422, 'MEDIA_UNREADABLE'],
  ['a zip bomb', 'IMAGE', async () => [aZipBomb()], 422, 'MEDIA_UNREADABLE'],
  [
    'a pixel bomb',
    'IMAGE',
    async () => [new Uint8Array(await aPicture(10_000, 10_000).png({ palette: true }).toBuffer())],
    422,
    'MEDIA_UNREADABLE',
  ],
  [
    'a drawing that runs',
    'IMAGE',
    async () => [text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    422,
    'MEDIA_UNREADABLE',
  ],
  [
    'an animation',
    'IMAGE',
    async () => [text('GIF89a'), new Uint8Array(100)],
    422,
    'MEDIA_UNREADABLE',
  ],
  [
    'a playlist',
    'REELS',
    async () => [text('#EXTM3U\n#EXTINF:5,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n')],
    422,
    'MEDIA_UNREADABLE',
  ],
  [
    'a list of files',
    'REELS',
    async () => [text("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    422,
    'MEDIA_UNREADABLE',
  ],
  [
    'a playlist behind the beginning of an MP4',
    'REELS',
    async () => [new Uint8Array([0, 0, 0, 12]), text('ftypmp42#EXTM3U\nfile:///etc/passwd\n')],
    422,
    'MEDIA_UNREADABLE',
  ],
  [
    'a video whose end is missing',
    'REELS',
    async () => [(await bytesOf(await aVideo())).subarray(0, -2000)],
    422,
    'MEDIA_UNREADABLE',
  ],
  ['a picture for a reel', 'REELS', async () => [await aPhoto()], 400, 'MEDIA_KIND'],
  ['a video for a picture', 'IMAGE', async () => [await aVideo()], 400, 'MEDIA_KIND'],
  [
    'one byte over 300 MB',
    'REELS',
    async () => {
      const video = await aVideo();
      return [video, new Uint8Array(300 * 1024 * 1024 + 1 - video.size)];
    },
    413,
    'FILE_TOO_LARGE',
  ],
  [
    'one byte over 8 MB',
    'IMAGE',
    async () => {
      const photo = await aPhoto();
      return [photo, new Uint8Array(8 * 1024 * 1024 + 1 - photo.size)];
    },
    413,
    'FILE_TOO_LARGE',
  ],
];

describe('nothing is stored of', () => {
  test.each(badUploads)('%s (%s)', async (_what, type, make, status, code) => {
    const before = await countStored();
    const name = type === 'IMAGE' ? 'foto.jpg' : 'video.mp4';
    const answer = await send(type, [{ bytes: new Blob(await make()), name }]);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await countStored()).toEqual(before);
  });

  test('eleven files', async () => {
    const files = await Promise.all(Array.from({ length: 11 }, () => aPhotoFile()));
    expect(await send('CAROUSEL', files)).toMatchObject({
      status: 400,
      body: { code: 'CAROUSEL_SIZE' },
    });
    expect(await countStored()).toMatchObject({ posts: 0, incoming: 0 });
  });

  test('a file without free space, and the next file is accepted again', async () => {
    const { storage } = world.services.media;
    const { put } = storage;
    storage.put = () => Promise.reject(new StorageFullError());
    for (const [type, bytes] of [
      ['IMAGE', await aPhoto()],
      ['REELS', await aVideo()],
    ] as const) {
      const answer = await send(type, [{ bytes, name: 'arquivo' }]);
      expect(answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
    }
    storage.put = put;
    expect(await countStored()).toMatchObject({ posts: 0, incoming: 0 });
    expect(await send('IMAGE', [await aPhotoFile()])).toMatchObject({ status: 201 });
  });
});

describe('a file that is also valid as another type', () => {
  test('is stored only as a picture', async () => {
    const page = text('<html><script>alert(document.domain)</script></html>PK\x03\x04');
    const answer = await send('IMAGE', [
      { bytes: new Blob([await aPhoto(), page]), name: 'foto.jpg' },
    ]);
    const [item] = dataOf(answer).post.mediaItems;
    const served = await fetch(`${world.url}${item?.url}`);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.includes('script')).toBe(false);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
  });
});

describe('the name of a file', () => {
  test.each(['../../../etc/passwd', 'C:\\boot.ini', '/tmp/dono.jpg', '.', 'a\0b.jpg'])(
    'does not affect any path: %j',
    async (name) => {
      const answer = await send('IMAGE', [{ bytes: await aPhoto(), name }]);
      expect(answer.status).toBe(201);
      const outside = await readdir(world.folder);
      expect(outside.sort()).toEqual(['incoming', 'media']);
    },
  );

  test('does not determine the type: a picture named as a video is a picture', async () => {
    const answer = await send('IMAGE', [{ bytes: await aPhoto(), name: 'video.mp4' }]);
    expect(dataOf(answer).post.mediaItems).toMatchObject([{ type: 'image' }]);
  });
});
