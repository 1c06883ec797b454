import { constants, zstdCompressSync } from 'node:zlib';

/** Of zstd's levels, the least that compresses about as well as gzip does at its best. */
const LEVEL = 1;
/** So many answers are kept as they were sent: a few open tabs ask for the same again and again. */
const KEPT = 16;

interface Kept {
  parts: readonly Buffer[];
  packed: Buffer;
}

let room = Buffer.alloc(0);
/** The one that was asked for last comes last. */
let kept: Kept[] = [];

/** Parts put together and compressed by zstd; those of a recent answer are not compressed again. */
export function packed(parts: readonly Buffer[]): Buffer {
  const known = kept.find((each) => isSame(each.parts, parts));
  const answer = known ?? { parts, packed: compress(parts) };
  kept = [...kept.filter((each) => each !== known), answer].slice(-KEPT);
  return answer.packed;
}

/** Most parts are the same buffers each time, so that hardly any is read. */
function isSame(these: readonly Buffer[], those: readonly Buffer[]): boolean {
  if (these.length !== those.length) return false;
  return these.every((part, index) => {
    const other = those[index];
    return part === other || (other !== undefined && part.equals(other));
  });
}

/**
 * They are put together in the same place each time and read at once: a large buffer for each
 * answer costs more, by what collecting it takes, than compressing it does.
 */
function compress(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (room.length < length) room = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const part of parts) end += part.copy(room, end);
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return zstdCompressSync(room.subarray(0, end), { params });
}
