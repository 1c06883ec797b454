import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import type { Database } from '../platform/database/database.ts';
import { FETCHED_MEDIA_PATH } from '../platform/http/robots.ts';
import { SAMPLE_ID, type MediaLinks } from './links.ts';
import { createMediaRepository } from './media.repository.ts';
import { rangeOf } from './media.rules.ts';
import { SAMPLE } from './uploads/sample.ts';
import type { MediaStorage } from './storage/storage.ts';

/** Instagram gets the file while a container is live. */
export function registerMediaRoutes(
  app: FastifyInstance,
  deps: { database: Database; storage: MediaStorage; links: MediaLinks },
): void {
  const { storage, links } = deps;
  const repository = createMediaRepository(deps.database.db);

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    object: { sha256: string; contentType: string } | undefined,
  ): Promise<FastifyReply> {
    const size = object === undefined ? undefined : await storage.size(object.sha256);
    if (object === undefined || size === undefined) throw new AppError('NOT_FOUND');
    const range = rangeOf(request.headers.range, size);
    reply
      .type(object.contentType)
      .header('accept-ranges', 'bytes')
      .header('x-content-type-options', 'nosniff')
      // No content can run even if a browser renders it as a page.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-length', range.end - range.start + 1);
    if (range.partial) {
      reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    }
    // An empty string would set the length to 0 (fastify/lib/head-route.js).
    const isHead = request.method === 'HEAD';
    return reply.send(isHead ? Readable.from([]) : await storage.read(object.sha256, range));
  }

  app.get<{
    Params: { fileId: string; variant: string; expires: string; signature: string };
  }>(
    '/media/f/:fileId/:variant/:expires/:signature',
    { schema: { hide: true } },
    async (request, reply) => {
      const { fileId, variant } = request.params;
      if (!links.isOwnerLinkValid(request.params)) throw new AppError('NOT_FOUND');
      const file = await repository.findReferenced(fileId);
      // After its conversion the same URL serves another video.
      const willChange = file?.state === 'converting' && variant === 'file';
      const cacheControl = 'private, max-age=86400, immutable';
      const variantObject = file && variantOf(file, variant);
      reply.header(
        'cache-control',
        willChange || variantObject === undefined ? 'no-store' : cacheControl,
      );
      return send(request, reply, variantObject);
    },
  );

  app.get<{ Params: { containerId: string; name: string } }>(
    `${FETCHED_MEDIA_PATH}:containerId/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { containerId, name } = request.params;
      const [signature = ''] = name.split('.');
      if (!links.isContainerLinkValid(containerId, signature)) throw new AppError('NOT_FOUND');
      reply.header('cache-control', 'no-store');
      if (containerId === SAMPLE_ID) {
        return reply
          .type(SAMPLE.contentType)
          .header('x-content-type-options', 'nosniff')
          .send(SAMPLE.bytes);
      }
      const file = await repository.findByContainer(containerId);
      return send(request, reply, file && { sha256: file.sha256, contentType: file.content_type });
    },
  );
}

/** Thumbnails and covers are JPEG; a picture has its thumbnail as cover. */
function variantOf(
  file: {
    sha256: string;
    thumbnail_sha256: string;
    cover_sha256: string | null;
    content_type: string;
  },
  variant: string,
): { sha256: string; contentType: string } {
  const { sha256, thumbnail_sha256: thumbnail, content_type: contentType } = file;
  if (variant !== 'thumbnail' && variant !== 'cover') return { sha256, contentType };
  const picture = variant === 'cover' ? (file.cover_sha256 ?? thumbnail) : thumbnail;
  return { sha256: picture, contentType: 'image/jpeg' };
}
