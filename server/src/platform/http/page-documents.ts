import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ORIGIN_PLACEHOLDER } from '@pontual/contract/shared/page-meta.ts';
import { normalizePath, paths } from '@pontual/contract/shared/paths.ts';
import { publicPages, type PublicPath } from '@pontual/contract/shared/public-pages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltPages } from './built-pages.ts';
import { metaTag, preloadTag, publicHead, titleTag } from './page-head.ts';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

interface PageDocument {
  status: 200 | 404;
  isPublic: boolean;
  etag: string;
  plain: Buffer;
  compressed: (encoding: keyof typeof compressors) => Promise<Buffer>;
}

interface DocumentOptions {
  publicUrl: string;
  metaTags: Readonly<Record<string, string>>;
  /** Undefined where no analytics is configured. */
  consentQuestion?: string | undefined;
  built: BuiltPages | undefined;
}

export type FindDocument = (path: string) => PageDocument;

/** In the document of the build, for the HTML of a page. */
export const ROOT = '<div id="root"></div>';

/** A plain page contains its HTML; any other page preloads its scripts. */
export function pageDocuments(
  html: string,
  { publicUrl, metaTags, consentQuestion, built }: DocumentOptions,
): FindDocument {
  const origin = publicUrl.replace(/\/+$/, '');
  const metaTagsHtml = Object.entries(metaTags)
    .map(([name, content]) => metaTag({ name, content }))
    .join('');
  // A replacement function, because `$` in a replacement string is a pattern.
  const withHead = (head: string, document: string) =>
    document
      .replace('<html', () =>
        consentQuestion === undefined ? '<html' : `<html data-question="${consentQuestion}"`,
      )
      .replace('</head>', () => `${head}${metaTagsHtml}</head>`);
  const application = (path: string, head: string) =>
    withHead((built?.preloads[path] ?? []).map(preloadTag).join('') + head, html);
  const documentOf = (path: PublicPath) => {
    const head = publicHead(path, origin);
    const page = built?.pages[path];
    if (built === undefined || page === undefined) return application(path, head);
    const content = page.replaceAll(ORIGIN_PLACEHOLDER, () => origin);
    return withHead(head, built.shell).replace(ROOT, () => `<div id="root">${content}</div>`);
  };

  const publicDocuments = new Map(
    (Object.keys(publicPages) as PublicPath[]).map((path) => [
      path as string,
      toDocument(documentOf(path), { status: 200, isPublic: true }),
    ]),
  );
  const notIndexed = { isPublic: false } as const;
  const appDocuments = patterns.map(({ path, pattern }) => ({
    pattern,
    page: toDocument(application(path, titleTag('Pontual')), { status: 200, ...notIndexed }),
  }));
  const missing = toDocument(application('*', titleTag('Página não encontrada · Pontual')), {
    status: 404,
    ...notIndexed,
  });

  return (path) => {
    const page = normalizePath(path);
    return (
      publicDocuments.get(page) ??
      appDocuments.find(({ pattern }) => pattern.test(page))?.page ??
      missing
    );
  };
}

const patterns = Object.values(paths).map((path) => ({
  path,
  pattern: new RegExp(
    `^${path.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`,
  ),
}));

function toDocument(
  html: string,
  attributes: Pick<PageDocument, 'status' | 'isPublic'>,
): PageDocument {
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const cache: Partial<Record<keyof typeof compressors, Promise<Buffer>>> = {};
  const compressed = (encoding: keyof typeof compressors) =>
    (cache[encoding] ??= compressors[encoding](plain));
  return { ...attributes, etag, plain, compressed };
}

export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageDocument,
) {
  reply.headers({
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    ...(page.isPublic ? {} : { 'x-robots-tag': 'noindex' }),
  });
  if (page.status === 200) {
    reply.header('etag', page.etag);
    if (request.headers['if-none-match']?.includes(page.etag) === true) {
      return reply.status(304).send();
    }
  }
  reply.status(page.status).type('text/html; charset=utf-8');
  const accepted = request.headers['accept-encoding'] ?? '';
  for (const encoding of ['br', 'gzip'] as const) {
    if (new RegExp(`\\b${encoding}\\b(?!;q=0(?![.]))`).test(accepted)) {
      const body = await page.compressed(encoding);
      return reply.header('content-encoding', encoding).send(body);
    }
  }
  return reply.send(page.plain);
}
