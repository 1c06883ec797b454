// One file, because every case sends real files to one decoder.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileSizeOf, fitModes, frameOf } from '@pontual/contract/media/image-fit.ts';
import { MAX_IMAGE_BYTES } from '@pontual/contract/shared/instagram-limits.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log/log.ts';
import { aVideo } from '../../../testing/videos.ts';
import { createMediaDecoder } from './decoder.ts';
import { StorageFullError } from '../storage/storage.ts';
import type { ImageFormat, VideoMetadata } from './tasks.ts';

const HEIC = fileURLToPath(
  new URL('../../../testing/fixtures/twelve-megapixels.heic', import.meta.url),
);
const log = createLog('silent');
const decoder = createMediaDecoder({ clock: systemClock, log, children: 1 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pontual-decoder-'));
});
afterAll(async () => {
  decoder.close();
  await rm(folder, { recursive: true });
});

const output = () => join(folder, newId());

async function aFile(bytes: Buffer): Promise<string> {
  const path = output();
  await writeFile(path, bytes);
  return path;
}

async function prepared(path: string, format: ImageFormat) {
  const [image, thumbnail] = [output(), output()];
  const size = await decoder.run('image', { path, format, image, thumbnail });
  const metadata = await sharp(image).metadata();
  return { size, image, thumbnail, metadata };
}

const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#8a5a3c' } });
const gpsExif = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 2/1' } };
/** The Exif tag of the GPS pointer (Exif 2.3, 4.6.3) in little-endian order. */
const GPS = Buffer.from([0x25, 0x88]);

async function colourAt(path: string, left: number, top: number): Promise<number[]> {
  const pixel = sharp(path).extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

describe('an image', () => {
  test('in HEIC becomes a JPEG of 1440 pixels without its location', async () => {
    const sent = await sharp(HEIC).metadata();
    expect([sent.width, sent.height, sent.exif?.includes(GPS)]).toEqual([4032, 3024, true]);
    const { size, image, thumbnail, metadata } = await prepared(HEIC, 'heif');
    expect(size).toEqual({ width: 1440, height: 1080 });
    expect(metadata).toMatchObject({ format: 'jpeg', space: 'srgb', width: 1440, height: 1080 });
    expect(metadata.exif ?? metadata.xmp ?? metadata.icc).toBeUndefined();
    const [red = 0, green = 0] = await colourAt(image, 20, 20);
    expect([red > 180, green < 40]).toEqual([true, true]);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 320, height: 400 });
  });

  test('with an orientation is rotated upright and loses its metadata', async () => {
    const photo = plain(900, 600).jpeg().withExif(gpsExif).withMetadata({ orientation: 6 });
    const path = await aFile(await photo.toBuffer());
    const { size, metadata } = await prepared(path, 'jpeg');
    expect(size).toEqual({ width: 600, height: 900 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
  });

  test('with transparency gets a white background', async () => {
    const glass = sharp({
      create: { width: 500, height: 500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const { image } = await prepared(await aFile(await glass.png().toBuffer()), 'png');
    expect(await colourAt(image, 250, 250)).toEqual([255, 255, 255]);
  });

  test('in CMYK or with a colour profile is converted to sRGB', async () => {
    const print = plain(300, 300).toColourspace('cmyk').jpeg();
    const wide = plain(300, 300).withIccProfile('p3').jpeg();
    for (const picture of [print, wide]) {
      const { metadata } = await prepared(await aFile(await picture.toBuffer()), 'jpeg');
      expect(metadata).toMatchObject({ space: 'srgb', channels: 3 });
      expect(metadata.icc).toBeUndefined();
    }
  });

  test('full of noise is compressed below 8 MB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const create = { width: 1440, height: 6000, channels: 3, background: '#888', noise } as const;
    const path = await aFile(await sharp({ create }).png({ compressionLevel: 0 }).toBuffer());
    const { image } = await prepared(path, 'png');
    expect((await stat(image)).size).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
  });

  test('of more than 50 million pixels is refused before it is decompressed', async () => {
    // 19 kB that would decompress to 300 MB.
    const bomb = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    expect(bomb.length).toBeLessThan(500_000);
    await expect(prepared(await aFile(bomb), 'png')).rejects.toMatchObject({
      code: 'MEDIA_UNREADABLE',
      message: expect.stringContaining('50 megapixels'),
    });
  });

  test.each(fitModes)(
    'of odd size results in the size that the preview showed (%s)',
    async (fit) => {
      for (const [wide, high] of [
        [601, 1333],
        [1333, 601],
        [997, 998],
        [1439, 1081],
        [1441, 977],
      ] as const) {
        const path = await aFile(await plain(wide, high).jpeg().toBuffer());
        for (const ratio of [4 / 5, 1, 1.91, 9 / 16, 977 / 601]) {
          const ask = { path, ratio, fit, image: output(), thumbnail: output() };
          const shown = fileSizeOf(frameOf({ width: wide, height: high }, ratio, fit), ratio);
          expect(await decoder.run('fit', ask)).toEqual(shown);
          expect(await sharp(ask.image).metadata()).toMatchObject(shown);
        }
      }
    },
  );

  test('with a missing end is refused', async () => {
    const whole = [
      [await readFile(HEIC), 'heif'],
      [await plain(900, 600).jpeg().toBuffer(), 'jpeg'],
      [await plain(900, 600).png().toBuffer(), 'png'],
    ] as const;
    for (const [bytes, format] of whole) {
      const path = await aFile(bytes.subarray(0, bytes.length / 2));
      await expect(prepared(path, format)).rejects.toMatchObject({ code: 'MEDIA_UNREADABLE' });
    }
  });
});

function box(type: string, content: string | Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(content)]);
  bytes.writeUInt32BE(bytes.length);
  return bytes;
}

const truncatedBox = Buffer.from([0, 0, 0, 4, ...Buffer.from('free')]);

function insertIntoIndex(video: Buffer, more: Buffer): Buffer {
  const at = video.indexOf('moov') - 4;
  const end = at + video.readUInt32BE(at);
  const made = Buffer.concat([video.subarray(0, end), more, video.subarray(end)]);
  made.writeUInt32BE(end - at + more.length, at);
  return made;
}

/** A clockwise rotation flag (ISO 14496-12, 8.3.2). */
function rotateVideo(video: Buffer): Blob {
  const matrix = video.indexOf('tkhd') + 44;
  for (const [at, one] of [0, 1, 0, -1, 0].entries()) {
    video.writeInt32BE(one * 65_536, matrix + at * 4);
  }
  return new Blob([new Uint8Array(video)]);
}

describe('a video', () => {
  const probe = async (bytes: Blob, container: 'mov' | 'avi' = 'mov') => {
    const path = await aFile(Buffer.from(await bytes.arrayBuffer()));
    const pictures = { cover: output(), thumbnail: output() };
    return { facts: await decoder.run('probe', { path, container, pictures }), ...pictures };
  };

  test('is described by its tracks and boxes, and gets a thumbnail', async () => {
    const options = { width: 320, height: 568, audio: 'aac' } as const;
    const { facts, thumbnail } = await probe(await aVideo(options));
    expect(facts).toMatchObject({
      width: 320,
      height: 568,
      codec: 'h264',
      pixelFormat: 'yuv420p',
      framesPerSecond: expect.closeTo(30, 0),
      audio: { codec: 'aac', channels: 2, sampleRate: 48_000 },
      isFragmented: false,
      isIndexFirst: true,
      edits: 'none',
      hasExtras: false,
      rotation: 0,
    });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 320, height: 400 });
  });

  test.each([
    ['an edit list', { editList: true, audio: 'aac' }, { edits: 'plain' }],
    ['its place', { location: '-23.5505-046.6333/' }, { hasExtras: true }],
    ['its index last', { index: 'last' }, { isIndexFirst: false }],
    ['fragments', { index: 'fragmented' }, { isFragmented: true }],
    ['QuickTime’s brand', { container: 'mov' }, { isQuickTime: true }],
    ['HEVC', { codec: 'hevc' }, { codec: 'hevc' }],
    ['whole pictures', {}, { isInterlaced: false, hdr: null }],
    ['half-pictures', { interlaced: true }, { isInterlaced: true }],
    ['PQ', { hdr: 'pq' }, { hdr: 'smpte2084' }],
    ['HLG', { hdr: 'hlg' }, { hdr: 'arib-std-b67' }],
  ] as const)('with %s is detected as such', async (_what, options, facts) => {
    const probed = await probe(await aVideo({ width: 320, height: 568, ...options }));
    expect(probed.facts).toMatchObject(facts);
  });

  test.each([
    [
      'after its pictures',
      (video: Buffer) => Buffer.concat([video, box('uuid', 'quem'.repeat(8))]),
    ],
    ['in its index', (video: Buffer) => insertIntoIndex(video, box('uuid', 'quem'.repeat(8)))],
    ['in room that was left', (video: Buffer) => Buffer.concat([video, box('free', 'quem')])],
    [
      'behind a million zeros',
      (video: Buffer) => Buffer.concat([video, box('skip', `${'\0'.repeat(2 ** 20)}quem`)]),
    ],
    ['in room of its index', (video: Buffer) => insertIntoIndex(video, box('free', 'quem'))],
    [
      'behind more boxes than anybody looks at',
      (video: Buffer) => {
        const empty = Buffer.concat(Array.from({ length: 10_000 }, () => box('free', '')));
        return Buffer.concat([video, empty, box('uuid', 'quem'.repeat(8))]);
      },
    ],
    [
      'behind a box that cannot be read',
      (video: Buffer) => Buffer.concat([video, truncatedBox, box('uuid', 'quem'.repeat(8))]),
    ],
    [
      'behind such a box of its index',
      (video: Buffer) =>
        insertIntoIndex(video, Buffer.concat([truncatedBox, box('uuid', 'quem'.repeat(8))])),
    ],
    ['in a few bytes at its end', (video: Buffer) => Buffer.concat([video, Buffer.from('quem')])],
    ['in its notes', (video: Buffer) => insertIntoIndex(video, box('udta', box('Xtra', 'onde')))],
  ])('with extra data %s is detected', async (_where, change) => {
    const options = { width: 320, height: 568, index: 'last' } as const;
    const video = Buffer.from(await (await aVideo(options)).arrayBuffer());
    expect((await probe(new Blob([video]))).facts.hasExtras).toBe(false);
    const changed = new Uint8Array(change(video));
    expect((await probe(new Blob([changed]))).facts.hasExtras).toBe(true);
  });

  test('with zero padding counts as having no extra data', async () => {
    const options = { width: 320, height: 568, index: 'last' } as const;
    const video = Buffer.from(await (await aVideo(options)).arrayBuffer());
    const room = Buffer.concat([
      insertIntoIndex(video, box('free', '\0'.repeat(500))),
      box('free', '\0'.repeat(2 ** 21)),
    ]);
    expect((await probe(new Blob([new Uint8Array(room)]))).facts.hasExtras).toBe(false);
  });

  test('above the maximum size is refused before a picture is decoded', async () => {
    const video = await aVideo({ seconds: 1, width: 8256, height: 96 });
    const path = await aFile(Buffer.from(await video.arrayBuffer()));
    const pictures = { cover: output(), thumbnail: output() };
    await expect(decoder.run('probe', { path, container: 'mov', pictures })).rejects.toMatchObject({
      code: 'VIDEO_UNFIT',
      message: expect.stringContaining('8256 × 96 pixels'),
    });
    await expect(stat(pictures.cover)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('in 8K HDR gets a cover', async () => {
    const options = {
      seconds: 1,
      width: 7680,
      height: 4320,
      framesPerSecond: 3,
      hdr: 'pq',
    } as const;
    const { facts, cover, thumbnail } = await probe(await aVideo(options));
    expect(facts).toMatchObject({ width: 7680, height: 4320, hdr: 'smpte2084' });
    expect(await sharp(cover).metadata()).toMatchObject({ width: 1440, height: 810 });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 320, height: 400 });
  });

  test.each([
    ['its own size', { width: 1080, height: 1920 }, [1080, 1920]],
    ['its own size, though it is small', { width: 322, height: 242 }, [322, 242]],
    ['1440 pixels across', { width: 1920, height: 1080 }, [1440, 810]],
    ['2560 pixels from top to bottom', { width: 240, height: 5120 }, [120, 2560]],
  ])('has a cover of %s', async (_size, options, [width, height]) => {
    const { cover } = await probe(await aVideo({ seconds: 1, ...options }));
    const seen = await sharp(cover).metadata();
    expect(seen).toMatchObject({ format: 'jpeg', space: 'srgb', width, height });
    expect(seen.exif ?? seen.xmp ?? seen.icc).toBeUndefined();
    expect((await stat(cover)).size).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
  });

  test('with a rotation gets an upright cover', async () => {
    const video = await aVideo({ seconds: 1, width: 568, height: 320 });
    const { facts, cover } = await probe(rotateVideo(Buffer.from(await video.arrayBuffer())));
    expect(facts).toMatchObject({ rotation: 90, width: 320, height: 568 });
    expect(await sharp(cover).metadata()).toMatchObject({ width: 320, height: 568 });
    const [left = 0] = await colourAt(cover, 5, 284);
    const [right = 0] = await colourAt(cover, 314, 284);
    expect([left < 160, right > 220]).toEqual([true, true]);
  });

  test('with a missing end is refused with the reason', async () => {
    const whole = await aVideo({ width: 320, height: 568 });
    const avi = await aVideo({ width: 320, height: 568, container: 'avi', codec: 'mpeg4' });
    for (const [cut, container] of [
      [whole.slice(0, whole.size - 200), 'mov'],
      [avi.slice(0, avi.size - 200), 'avi'],
    ] as const) {
      await expect(probe(cut, container)).rejects.toMatchObject({
        code: 'MEDIA_UNREADABLE',
        message: expect.stringContaining('incompleto'),
      });
    }
  });

  test('that references other files opens none of them', async () => {
    const path = await aFile(Buffer.from(await (await aVideo()).arrayBuffer()));
    for (const list of [
      `#EXTM3U\n#EXTINF:5,\nfile://${path}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${path}'\n`,
    ]) {
      for (const container of ['mov', 'avi'] as const) {
        await expect(probe(new Blob([list]), container)).rejects.toMatchObject({
          code: 'MEDIA_UNREADABLE',
        });
      }
    }
  });
});

describe('a remuxed video', () => {
  const remuxInput = async (change: Partial<VideoMetadata>, to: string) => {
    const options = { width: 320, height: 568, index: 'last', audio: 'aac' } as const;
    const path = await aFile(Buffer.from(await (await aVideo(options)).arrayBuffer()));
    const facts = await decoder.run('probe', { path, container: 'mov' });
    const plan = { kind: 'convert', picture: 'copy', sound: 'copy', endMs: null } as const;
    return { path, output: to, facts: { ...facts, ...change }, plan };
  };

  test('is refused when it is shorter than the original', async () => {
    await decoder.run('convert', await remuxInput({}, output()));
    const longer = await remuxInput({ durationMs: 8000 }, output());
    await expect(decoder.run('convert', longer)).rejects.toMatchObject({
      code: 'MEDIA_UNREADABLE',
    });
  });

  test.runIf(process.platform === 'linux')(
    'on a full disk results in a storage error',
    async () => {
      const full = await remuxInput({}, '/dev/full');
      await expect(decoder.run('convert', full)).rejects.toThrow(StorageFullError);
      const picture = await aFile(await plain(900, 600).jpeg().toBuffer());
      await expect(decoder.run('avatar', { path: picture, image: '/dev/full' })).rejects.toThrow(
        StorageFullError,
      );
    },
  );
});

function childrenOfOurs(): number[] {
  const isOurs = (pid: string) => {
    try {
      const [, parent] =
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      return Number(parent) === process.pid && command.includes('decoder-process');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter(isOurs).map(Number);
}

describe('a child process', () => {
  const image = () =>
    ({ path: HEIC, format: 'heif', image: output(), thumbnail: output() }) as const;

  test.each([
    ['too long', { ms: 20, bytes: Infinity }],
    ['too much memory', { ms: 60_000, bytes: 90 * 1024 * 1024 }],
  ])('that takes %s is killed, and the next task gets a new one', async (_what, limit) => {
    const strict = createMediaDecoder({
      clock: systemClock,
      log,
      children: 1,
      limits: { image: limit },
    });
    await expect(strict.run('image', image())).rejects.toMatchObject({
      code: 'MEDIA_UNREADABLE',
      message: expect.stringContaining('Esta imagem é grande demais'),
    });
    const path = await aFile(await plain(100, 100).jpeg().toBuffer());
    const size = await strict.run('avatar', { path, image: output() });
    expect(size).toEqual({ width: 160, height: 160 });
    strict.close();
  });

  test('runs concurrent tasks sequentially', async () => {
    const path = await aFile(await plain(400, 500).jpeg().toBuffer());
    const made = await Promise.all(Array.from({ length: 6 }, () => prepared(path, 'jpeg')));
    expect(made.map(({ size }) => size)).toEqual(made.map(() => ({ width: 400, height: 500 })));
  });

  // /proc lists the child processes that the test kills.
  describe.runIf(process.platform === 'linux')('that gets a signal', () => {
    const signal = (name: NodeJS.Signals) => {
      for (const pid of childrenOfOurs()) process.kill(pid, name);
    };
    const own = createMediaDecoder({ clock: systemClock, log, children: 1 });
    afterAll(() => own.close());

    test('finishes its task when the signal goes to the whole process group', async () => {
      const path = await aFile(await plain(100, 100).jpeg().toBuffer());
      await own.run('avatar', { path, image: output() });
      const [before] = childrenOfOurs();
      const running = own.run('image', image());
      signal('SIGTERM');
      signal('SIGINT');
      expect(await running).toEqual({ width: 1440, height: 1080 });
      expect(childrenOfOurs()).toContain(before);
    });

    test('is replaced when the signal kills it, and the file is retried', async () => {
      signal('SIGKILL');
      const running = own.run('image', image());
      signal('SIGKILL');
      expect(await running).toEqual({ width: 1440, height: 1080 });
    });

    test('repeatedly stops retrying the file', async () => {
      let isOver = false;
      const failed = own.run('image', image()).catch((error: unknown) => error);
      void failed.then(() => (isOver = true));
      const kill = () => {
        signal('SIGKILL');
        return isOver;
      };
      await expect.poll(kill, { interval: 5, timeout: 20_000 }).toBe(true);
      expect(await failed).toMatchObject({ code: 'MEDIA_UNREADABLE' });
    });
  });

  test('fails the running and the queued task when the decoder closes, without refusing a file', async () => {
    const ending = createMediaDecoder({ clock: systemClock, log, children: 1 });
    const running = Promise.allSettled([
      ending.run('image', image()),
      ending.run('image', image()),
    ]);
    ending.close();
    const reason = expect.objectContaining({ message: 'the decoder was closed' });
    const failed = { status: 'rejected', reason };
    expect(await running).toEqual([failed, failed]);
  });

  test('is not started after the decoder has closed', async () => {
    const ended = createMediaDecoder({ clock: systemClock, log, children: 1 });
    ended.close();
    await expect(ended.run('image', image())).rejects.toThrow('the decoder was closed');
  });
});
