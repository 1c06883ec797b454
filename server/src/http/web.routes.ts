import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, failureOf } from './app-error.ts';

const YEAR_S = 31_536_000;

/**
 * The web application's files; every page address answers its one document. `metas`, by name, are
 * what the document says to the web about this installation.
 */
export async function registerWeb(
  app: FastifyInstance,
  dist: string,
  metas: Readonly<Record<string, string>>,
): Promise<void> {
  const index = join(dist, 'index.html');
  const isBuilt = existsSync(index);
  const isMarked = isBuilt && Object.keys(metas).length > 0;
  const marked = isMarked ? withMetas(await readFile(index, 'utf8'), metas) : null;
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

function withMetas(html: string, metas: Readonly<Record<string, string>>): string {
  const elements = Object.entries(metas).map(
    ([name, content]) => `<meta name="${name}" content="${escape(content)}" />`,
  );
  // A function, because a text would have its dollar signs read as patterns.
  return html.replace('</head>', () => `${elements.join('')}</head>`);
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
