import fastifyStatic from '@fastify/static';
import { SAMPLE_SCHEDULE_META } from '@pontual/contract/page.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, failureOf } from './app-error.ts';

const YEAR_S = 31_536_000;

/**
 * The web application's files; every page address answers its one document. With `sampleSchedule`
 * the document says so to the web: visitors see a readable sample on /schedule.
 */
export async function registerWeb(
  app: FastifyInstance,
  dist: string,
  sampleSchedule: boolean,
): Promise<void> {
  const index = join(dist, 'index.html');
  const isBuilt = existsSync(index);
  const marked = isBuilt && sampleSchedule ? withSample(await readFile(index, 'utf8')) : null;
  const sendPage = (reply: FastifyReply) =>
    marked === null
      ? reply.sendFile('index.html')
      : reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(marked);
  if (isBuilt) {
    if (marked !== null) app.get('/', (_request, reply) => sendPage(reply));
    await app.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      // The record of the build is nobody's business.
      dotfiles: 'ignore',
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
    if (isBuilt && isPage) return sendPage(reply);
    const { status, body } = failureOf(new AppError('NOT_FOUND'));
    return reply.status(status).send(body);
  });
}

const withSample = (html: string) =>
  html.replace('</head>', `<meta name="${SAMPLE_SCHEDULE_META}" content="on" /></head>`);
