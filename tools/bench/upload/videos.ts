import { randomBytes } from 'node:crypto';
import { newId } from '@pontual/server/platform/ids.ts';
import { aVideo } from '@pontual/server/testing/videos.ts';

const CHUNK_BYTES = 256 * 1024;

/** A file that is produced in chunks at each read and never held in memory as a whole. */
export type ChunkSource = () => Iterable<Buffer>;

/** Each video is unique and has exactly `bytes` bytes: a short video, then random bytes outside its index. */
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
