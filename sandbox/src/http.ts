import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { GraphError } from './instagram/graph-error.ts';
import type { Ids } from './instagram/ids.ts';

const VERSION = /^(\/graph\.instagram\.com)?\/v\d+\.\d+(?=\/)/;
const MEBIBYTE = 1024 * 1024;

export async function createHttp(log: boolean, ids: Ids): Promise<FastifyInstance> {
  const app = fastify({
    logger: log,
    forceCloseConnections: true,
    bodyLimit: 32 * MEBIBYTE,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    rewriteUrl: (request) => (request.url ?? '/').replace(VERSION, '$1'),
  });
  await app.register(formbody);
  await app.register(multipart, { attachFieldsToBody: 'keyValues' });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    return reply.status(404).send(new GraphError('2500', { path }).toResponse(ids.traceId()));
  });
  return app;
}
