import { constants, zstdCompressSync } from 'node:zlib';

/** Of zstd's levels, the least that compresses about as well as gzip does at its best. */
const COMPRESSION_LEVEL = 1;
let scratchBuffer = Buffer.alloc(0);

/**
 * Parts put together and compressed by zstd. They are put together in the same place each time and
 * read at once: a large buffer for each answer costs more, by what collecting it takes, than
 * compressing it does.
 */
export function compress(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (scratchBuffer.length < length) scratchBuffer = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const part of parts) end += part.copy(scratchBuffer, end);
  const params = { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL };
  return zstdCompressSync(scratchBuffer.subarray(0, end), { params });
}
