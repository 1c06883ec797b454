import { constants, zstdCompressSync } from 'node:zlib';

/** The lowest zstd level that compresses about as well as the best level of gzip. */
const COMPRESSION_LEVEL = 1;
let scratchBuffer = Buffer.alloc(0);

/**
 * Concatenates the parts and returns them compressed with zstd. The parts are copied into one reused buffer:
 * to allocate a large buffer for each response costs more garbage collection than the compression costs.
 */
export function compress(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (scratchBuffer.length < length) scratchBuffer = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const part of parts) end += part.copy(scratchBuffer, end);
  const params = { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL };
  return zstdCompressSync(scratchBuffer.subarray(0, end), { params });
}
