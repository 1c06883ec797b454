import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { aVideo, type VideoOptions } from '@pontual/server/testing/videos.ts';

export interface UniqueFile {
  kind: 'image' | 'video';
  sha256: string;
  bytes: number;
  contentType: string;
}

/** What is sent to the API; `foreign` is a video that must be converted for Instagram. */
export type UploadKind = UniqueFile['kind'] | 'foreign' | 'foreign of a story';

export type Content = Awaited<ReturnType<typeof createContent>>;

const IMAGE_SIDE = 320;
/** Few frames, so that the conversion is cheap. */
const shortVideo: VideoOptions = { seconds: 4, framesPerSecond: 5 };
const AVI_VIDEO = { ...shortVideo, container: 'avi', codec: 'mpeg4' } as const;
const QUICKTIME_VIDEO = { ...shortVideo, container: 'mov', codec: 'hevc', index: 'last' } as const;

/** A conversion removes comments, so that only the size identifies the result. */
const getUniqueSize = (serial: number) => ({
  width: 320 + 2 * (serial % 40),
  height: 568 + 2 * (Math.floor(serial / 40) % 40),
});

export async function createContent(storage: string) {
  const picture = await sharp({
    create: {
      width: IMAGE_SIDE,
      height: IMAGE_SIDE,
      channels: 3,
      background: { r: 90, g: 120, b: 150 },
    },
  })
    .jpeg()
    .toBuffer();
  // The smallest number of frames that the sandbox accepts.
  const video = Buffer.from(
    await (await aVideo({ seconds: 4, width: 320, height: 568, framesPerSecond: 1 })).arrayBuffer(),
  );
  let serial = 0;
  let unsupportedCount = 0;
  const createdFolders = new Set<string>();

  function createImageBytes(): Buffer {
    serial += 1;
    const comment = Buffer.from(`pontual campaign ${serial}`);
    const header = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    // A comment (marker FFFE) right after the start of image.
    return Buffer.concat([picture.subarray(0, 2), header, comment, picture.subarray(2)]);
  }

  function createVideoBytes(): Buffer {
    serial += 1;
    const comment = Buffer.from(`free${String(serial).padStart(12, '0')}`);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(comment.length + 4);
    return Buffer.concat([video, size, comment]);
  }

  return {
    side: IMAGE_SIDE,
    async store(kind: UniqueFile['kind']): Promise<UniqueFile> {
      const bytes = kind === 'image' ? createImageBytes() : createVideoBytes();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const folder = join(storage, sha256.slice(0, 2));
      if (!createdFolders.has(folder)) {
        await mkdir(folder, { recursive: true });
        createdFolders.add(folder);
      }
      await writeFile(join(folder, sha256), bytes);
      const contentType = kind === 'image' ? 'image/jpeg' : 'video/mp4';
      return { kind, sha256, bytes: bytes.length, contentType };
    },

    /** Creates a file for the API, which re-encodes it, so each picture has a unique colour. */
    async upload(kind: UploadKind): Promise<{ blob: Blob; name: string }> {
      if (kind === 'video') {
        return { blob: await aVideo(), name: 'video.mp4' };
      }
      if (kind !== 'image') {
        unsupportedCount += 1;
        const options = kind === 'foreign' ? AVI_VIDEO : QUICKTIME_VIDEO;
        const blob = await aVideo({ ...options, ...getUniqueSize(unsupportedCount) });
        return { blob, name: `video.${options.container}` };
      }
      serial += 1;
      const background = { r: serial % 256, g: (serial * 7) % 256, b: (serial >> 3) % 256 };
      const bytes = await sharp({ create: { width: 360, height: 360, channels: 3, background } })
        .jpeg({ quality: 95 })
        .toBuffer();
      return { blob: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name: 'foto.jpg' };
    },
  };
}
