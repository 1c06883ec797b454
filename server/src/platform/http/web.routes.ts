import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@pontual/contract/shared/paths.ts';
import { publicPages } from '@pontual/contract/shared/public-pages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, failureOf } from './app-error.ts';
import { readBuiltPages } from './built-pages.ts';
import { pageDocuments, sendDocument } from './page-documents.ts';
import { robotsText } from './robots.ts';

const YEAR_S = 31_536_000;

interface WebOptions {
  dist: string;
  publicUrl: string;
  /** False: browsers with our service worker get one that unregisters itself. */
  hasServiceWorker?: boolean;
  metaTags: Readonly<Record<string, string>>;
  consentQuestion?: string | undefined;
}

/** Every page path returns its document, plain or the application; any other path returns 404. */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { dist } = options;
  const index = join(dist, 'index.html');
  const findDocument = existsSync(index)
    ? pageDocuments(await readFile(index, 'utf8'), {
        ...options,
        built: await readBuiltPages(dist, options.metaTags),
      })
    : null;
  if (findDocument !== null) {
    app.get(paths.home, (request, reply) => sendDocument(request, reply, findDocument(paths.home)));
    if (options.hasServiceWorker === false) {
      app.get('/service-worker.js', (_request, reply) => reply.sendFile('ending-worker.js'));
    }
    await app.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      // Build records are dotfiles and must not be public.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        );
      },
    });
  }
  registerCrawlers(app, options.publicUrl);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (findDocument !== null && isPageRequest(request, path)) {
      return sendDocument(request, reply, findDocument(path));
    }
    const { status, body } = failureOf(new AppError('NOT_FOUND'));
    return reply.status(status).send(body);
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';

function isPageRequest({ method, headers }: FastifyRequest, path: string): boolean {
  if (!['GET', 'HEAD'].includes(method) || path.startsWith('/api/')) return false;
  return !path.includes('.') || headers.accept?.includes('text/html') === true;
}

function registerCrawlers(app: FastifyInstance, publicUrl: string): void {
  const origin = publicUrl.replace(/\/+$/, '');
  const robots = robotsText(origin);
  const hidden = { schema: { hide: true } };
  const pages = Object.keys(publicPages).map((path) => `<url><loc>${origin}${path}</loc></url>`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>\n`;
  app.get('/robots.txt', hidden, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robots),
  );
  app.get('/sitemap.xml', hidden, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(sitemap),
  );
}
