import { constants, zstdCompressSync } from 'node:zlib';

/** Of zstd's levels, the least that compresses about as well as gzip does at its best. */
const LEVEL = 1;
let room = Buffer.alloc(0);

/**
 * Parts put together and compressed by zstd. They are put together in the same place each time and
 * read at once: a large buffer for each answer costs more, by what collecting it takes, than
 * compressing it does.
 */
export function packed(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (room.length < length) room = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const part of parts) end += part.copy(room, end);
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return zstdCompressSync(room.subarray(0, end), { params });
}
