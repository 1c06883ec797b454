import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_SCHEDULE_META } from '@pontual/contract/shared/page-meta.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { registerWeb } from './web.routes.ts';

const publicUrl = 'https://pontual.example';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pontual-dist-'));
  await writeFile(join(dist, 'index.html'), '<html><head></head><body></body></html>');
});
afterAll(() => rm(dist, { recursive: true, force: true }));

const pages = ['/', '/?post=1', '/schedule', '/login'];

test.each(pages)(
  '%s contains the meta tag of the sample schedule where it is configured',
  async (url) => {
    const app = Fastify();
    await registerWeb(app, { dist, publicUrl, metaTags: { [SAMPLE_SCHEDULE_META]: 'on' } });
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(body).toContain(`<meta name="${SAMPLE_SCHEDULE_META}"`);
  },
);

test.each(pages)('%s does not contain that meta tag otherwise', async (url) => {
  const app = Fastify();
  await registerWeb(app, { dist, publicUrl, metaTags: {} });
  const { statusCode, body } = await app.inject({ url });
  expect(statusCode).toBe(200);
  expect(body).not.toContain(SAMPLE_SCHEDULE_META);
});

test('only public files of the build are served, without a directory listing', async () => {
  await writeFile(join(dist, '.build-hash'), 'abc');
  await mkdir(join(dist, 'assets'));
  const app = Fastify();
  await registerWeb(app, { dist, publicUrl, metaTags: {} });
  for (const url of ['/.build-hash', '/.git/config', '/assets/..%2f..%2fpackage.json']) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/assets/' })).body).toContain('<html>');
});

test('the service worker is revalidated on each request, and one that ends itself replaces it where it is off', async () => {
  await writeFile(join(dist, 'service-worker.js'), 'keep()');
  await writeFile(join(dist, 'ending-worker.js'), 'end()');
  for (const [hasServiceWorker, script] of [
    [true, 'keep()'],
    [false, 'end()'],
  ] as const) {
    const app = Fastify();
    await registerWeb(app, { dist, publicUrl, hasServiceWorker, metaTags: {} });
    const { headers, body } = await app.inject({ url: '/service-worker.js' });
    expect([body, headers['cache-control']]).toEqual([script, 'no-cache']);
    expect(headers['content-type']).toContain('javascript');
  }
});

test('a setting of the operator cannot inject HTML into the page', async () => {
  const app = Fastify();
  await registerWeb(app, {
    dist,
    publicUrl,
    metaTags: { site: '{"name":"Ateliê & Cia. <script>$&"}' },
  });
  const { body } = await app.inject({ url: '/privacy' });
  expect(body).toContain(
    '<meta name="site" content="{&quot;name&quot;:&quot;Ateliê &amp; Cia. &lt;script>$&amp;&quot;}" />',
  );
});

const served = async () => {
  const app = Fastify();
  await registerWeb(app, { dist, publicUrl, metaTags: {} });
  return app;
};

test('a public page describes itself to search engines and link previews', async () => {
  const app = await served();
  const { body, headers } = await app.inject({ url: '/plans?utm_source=x' });
  expect(body).toContain('<title data-served="">Planos e preços · Pontual</title>');
  expect(body).toContain('<link rel="canonical" href="https://pontual.example/plans"');
  expect(body).toContain('<meta property="og:url" content="https://pontual.example/plans"');
  expect(body).toContain('<meta property="og:image" content="https://pontual.example/og.png"');
  expect(body).toContain('<meta name="twitter:card" content="summary_large_image"');
  expect(headers['x-robots-tag']).toBeUndefined();
});

test('the landing page contains the company and the plan prices as structured data', async () => {
  const { body } = await (await served()).inject({ url: '/' });
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({
    '@graph': [
      { '@type': 'Organization', name: 'Pontual', url: 'https://pontual.example/' },
      {
        '@type': 'SoftwareApplication',
        offers: [
          { name: 'Free', price: '0.00', priceCurrency: 'BRL' },
          { name: 'Pro', price: '19.99', priceCurrency: 'BRL' },
          { name: 'Premium', price: '49.99', priceCurrency: 'BRL' },
        ],
      },
    ],
  });
});

test.each([
  '/dashboard',
  '/create-post',
  '/reset-password?token=x',
  '/exclusao-de-dados/abc',
  '/analytics/relatorios',
  '/analytics/relatorios/2026-06',
])('%s is a page that search engines must not index', async (url) => {
  const { statusCode, headers } = await (await served()).inject({ url });
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
});

test.each(['/Plans/', '/SCHEDULE'])('%s is normalized like in the web application', async (url) => {
  expect((await (await served()).inject({ url })).statusCode).toBe(200);
});

test.each(['/nao-existe', '/plans/pro', '/exclusao-de-dados/a/b', '/dashboardx'])(
  '%s returns the not-found page with status 404',
  async (url) => {
    const app = await served();
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['x-robots-tag']]).toEqual([404, 'noindex']);
    expect(body).toContain('Página não encontrada');
    expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(404);
  },
);

test('a path with a dot returns a page to a navigation and a JSON error to a file request', async () => {
  const app = await served();
  const url = '/foto.png';
  const person = await app.inject({ url, headers: { accept: 'text/html,*/*' } });
  expect([person.statusCode, person.body]).toEqual([404, expect.stringContaining('<html>')]);
  const page = await app.inject({ url, headers: { accept: 'image/png' } });
  expect([page.statusCode, page.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('a browser with the current document gets 304', async () => {
  const app = await served();
  const first = await app.inject({ url: '/plans', headers: { 'accept-encoding': 'gzip, br' } });
  expect(first.headers['content-encoding']).toBe('br');
  const etag = String(first.headers.etag);
  const again = await app.inject({ url: '/plans', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const other = await app.inject({ url: '/', headers: { 'if-none-match': etag } });
  expect(other.statusCode).toBe(200);
});

test('the sitemap lists the public pages and no others', async () => {
  const app = await served();
  const robots = await app.inject({ url: '/robots.txt' });
  expect(robots.headers['content-type']).toMatch('text/plain');
  expect(robots.body).toContain('Sitemap: https://pontual.example/sitemap.xml');
  const { body, headers } = await app.inject({ url: '/sitemap.xml' });
  expect(headers['content-type']).toMatch('application/xml');
  const listed = [...body.matchAll(/<loc>https:\/\/pontual\.example(.*?)<\/loc>/g)].map(
    ([, path]) => String(path),
  );
  expect(listed).toEqual(expect.arrayContaining(['/', '/plans', '/support', '/privacy']));
  for (const url of listed) {
    const { statusCode, headers: sent } = await app.inject({ url });
    expect([statusCode, sent['x-robots-tag']]).toEqual([200, undefined]);
  }
  expect(listed).not.toContain('/dashboard');
});

async function writeBuild(built: { shell: string; pages: object; preloads: object }) {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-dist-'));
  await mkdir(join(folder, '.pages'));
  await writeFile(join(folder, 'index.html'), documentOf('application'));
  await writeFile(join(folder, '.pages', 'pages.json'), JSON.stringify(built));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const documentOf = (name: string) =>
  `<html><head><i>${name}</i></head><body><div id="root"></div></body></html>`;

test('a plain page is sent complete, in its own document', async () => {
  const whole = await writeBuild({
    shell: documentOf('shell'),
    pages: { '/terms': '<h1>R$& 19</h1>', '/developers': '<code>%origin%/api</code>' },
    preloads: {},
  });
  await writeFile(
    join(whole, '.pages', 'render.js'),
    'export const renderPages = async ({ site }) => ({ "/terms": `<h1>${site}, ${process.env.NODE_ENV}</h1>` });',
  );
  const app = Fastify();
  await registerWeb(app, { dist: whole, publicUrl, metaTags: {} });
  const terms = await app.inject({ url: '/terms' });
  expect(terms.body).toContain('<div id="root"><h1>R$& 19</h1></div>');
  expect(terms.body).toMatch(/<i>shell<.*Termos de Uso · Pontual/);
  expect(terms.body).toContain('<link rel="canonical" href="https://pontual.example/terms"');
  const etag = String(terms.headers.etag);
  const again = await app.inject({ url: '/terms', headers: { 'if-none-match': etag } });
  expect(again.statusCode).toBe(304);
  const developers = await app.inject({ url: '/Developers/' });
  expect(developers.body).toContain('<code>https://pontual.example/api</code>');
  for (const url of ['/plans', '/dashboard', '/nao-existe']) {
    expect((await app.inject({ url })).body).toMatch(/<i>application<.*<div id="root"><\/div>/);
  }
  expect((await app.inject({ url: '/.pages/render.js' })).statusCode).toBe(404);

  const namedApp = Fastify();
  await registerWeb(namedApp, { dist: whole, publicUrl, metaTags: { site: 'Ateliê & Cia.' } });
  expect((await namedApp.inject({ url: '/terms' })).body).toContain(
    '<h1>Ateliê & Cia., production</h1>',
  );
});

test('a page of the application preloads its scripts, and a plain page none', async () => {
  const preloads = {
    '/login': ['/assets/login-1.js', '/assets/form-1.js'],
    '/analytics/relatorios/:month?': ['/assets/report-1.js'],
    '*': ['/assets/not-found-1.js'],
  };
  const built = await writeBuild({
    shell: documentOf('shell'),
    pages: { '/terms': '<h1>Termos</h1>' },
    preloads,
  });
  const app = Fastify();
  await registerWeb(app, { dist: built, publicUrl, metaTags: {} });
  const links = async (url: string) =>
    [
      ...(await app.inject({ url })).body.matchAll(
        /<link rel="modulepreload" crossorigin href="([^"]+)"/g,
      ),
    ].map(([, file]) => file);
  expect(await links('/login?next=%2Fplans')).toEqual(preloads['/login']);
  expect(await links('/analytics/relatorios/2026-06')).toEqual(['/assets/report-1.js']);
  expect(await links('/nao-existe')).toEqual(['/assets/not-found-1.js']);
  expect([await links('/terms'), await links('/dashboard')]).toEqual([[], []]);
});
