import { randomBytes } from 'node:crypto';
import { newId } from '../../src/ids.ts';
import { aVideo } from '../../src/testing/videos.ts';

const PIECE_BYTES = 256 * 1024;

/** A file that is never whole in anybody's memory: read as often as it is asked for. */
export type Pieces = () => Iterable<Buffer>;

/**
 * Makes videos of exactly so many bytes, each unlike every other: a short one that was really
 * encoded, and behind it random bytes as if of pictures that its index does not name.
 */
export async function createVideos(bytes: number): Promise<() => Pieces> {
  const encoded = await aVideo({ width: 360, height: 640, audio: 'aac' });
  const video = Buffer.from(await encoded.arrayBuffer());
  const piece = randomBytes(PIECE_BYTES);
  return () => {
    const name = Buffer.from(newId());
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes - video.length);
    const beginning = Buffer.concat([video, size, Buffer.from('mdat'), name]);
    if (beginning.length > bytes) throw new Error(`${bytes} bytes are too few for a video`);
    return function* () {
      yield beginning;
      for (let left = bytes - beginning.length; left > 0; left -= piece.length) {
        yield left < piece.length ? piece.subarray(0, left) : piece;
      }
    };
  };
}
