import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError, failureOf } from './app-error.ts';

const YEAR_S = 31_536_000;

/** The web application's files; every page address answers its one document. */
export async function registerWeb(app: FastifyInstance, dist: string): Promise<void> {
  const isBuilt = existsSync(join(dist, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content.
        const isHashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/') && !path.includes('.');
    if (isBuilt && isPage) return reply.sendFile('index.html');
    const { status, body } = failureOf(new AppError('NOT_FOUND'));
    return reply.status(status).send(body);
  });
}
