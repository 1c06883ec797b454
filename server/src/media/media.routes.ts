import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { Database } from '../database/database.ts';
import type { MediaLinks } from './media.links.ts';
import { createMediaRepository } from './media.repository.ts';
import { rangeOf } from './media.rules.ts';
import type { MediaStorage } from './media.storage.ts';

/** Serves media by signed links: to their owner, and to Instagram while a container lives. */
export function registerMediaRoutes(
  app: FastifyInstance,
  deps: { database: Database; storage: MediaStorage; links: MediaLinks },
): void {
  const { storage, links } = deps;
  const repository = createMediaRepository(deps.database.db);

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    sha256: string | undefined,
  ): Promise<FastifyReply> {
    const size = sha256 === undefined ? undefined : await storage.size(sha256);
    if (sha256 === undefined || size === undefined) throw new AppError('NOT_FOUND');
    const range = rangeOf(request.headers.range, size);
    reply
      .type('image/jpeg')
      .header('accept-ranges', 'bytes')
      .header('x-content-type-options', 'nosniff')
      // Even if a browser were made to take it for a page, nothing in it could run.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-length', range.end - range.start + 1);
    if (range.partial) {
      reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    }
    return reply.send(request.method === 'HEAD' ? '' : storage.read(sha256, range));
  }

  app.get<{
    Params: { fileId: string; variant: string; expires: string; signature: string };
  }>(
    '/media/f/:fileId/:variant/:expires/:signature',
    { schema: { hide: true } },
    async (request, reply) => {
      const { fileId, variant } = request.params;
      if (!links.ownerLinkHolds(request.params)) throw new AppError('NOT_FOUND');
      const file = await repository.find(fileId);
      reply.header('cache-control', 'private, max-age=86400, immutable');
      return send(request, reply, variant === 'thumbnail' ? file?.thumbnail_sha256 : file?.sha256);
    },
  );

  app.get<{ Params: { containerId: string; signature: string } }>(
    '/media/i/:containerId/:signature.jpg',
    { schema: { hide: true } },
    async (request, reply) => {
      const { containerId, signature } = request.params;
      if (!links.containerLinkHolds(containerId, signature)) throw new AppError('NOT_FOUND');
      const file = await repository.findOfContainer(containerId);
      reply.header('cache-control', 'no-store');
      return send(request, reply, file?.sha256);
    },
  );
}
