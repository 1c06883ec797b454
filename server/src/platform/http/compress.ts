import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MIN_COMPRESSED_LENGTH = 16 * 1024;
/** The lowest zstd level that compresses about as well as the best level of gzip. */
const COMPRESSION_LEVEL = 1;

const compressZstd = promisify(zstdCompress);

/** A client without zstd gets the response uncompressed: gzip costs three times as much. */
const acceptsZstd = ({ headers }: FastifyRequest) =>
  (headers['accept-encoding'] ?? '').split(',').some((encoding) => encoding.trim() === 'zstd');

export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED_LENGTH) return payload;
  reply.header('vary', 'accept-encoding');
  if (!acceptsZstd(request)) return payload;
  const compressed = await compressZstd(Buffer.from(payload), {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL },
  });
  reply.header('content-encoding', 'zstd');
  return compressed;
}
