import { randomBytes } from 'node:crypto';
import { newId } from '@pontual/server/platform/ids.ts';
import { aVideo } from '@pontual/server/testing/videos.ts';

const CHUNK_BYTES = 256 * 1024;

/** A file that is never whole in anybody's memory: read as often as it is asked for. */
export type ChunkSource = () => Iterable<Buffer>;

/**
 * Makes videos of exactly so many bytes, each unlike every other: a short one that was really
 * encoded, and behind it random bytes as if of pictures that its index does not name.
 */
export async function createVideoFactory(bytes: number): Promise<() => ChunkSource> {
  const encoded = await aVideo({ width: 360, height: 640, audio: 'aac' });
  const video = Buffer.from(await encoded.arrayBuffer());
  const chunk = randomBytes(CHUNK_BYTES);
  return () => {
    const name = Buffer.from(newId());
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes - video.length);
    const head = Buffer.concat([video, size, Buffer.from('mdat'), name]);
    if (head.length > bytes) throw new Error(`${bytes} bytes are too few for a video`);
    return function* () {
      yield head;
      for (let remaining = bytes - head.length; remaining > 0; remaining -= chunk.length) {
        yield remaining < chunk.length ? chunk.subarray(0, remaining) : chunk;
      }
    };
  };
}
