import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_SCHEDULE_META } from '@pontual/contract/page.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerWeb } from './web.routes.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pontual-dist-'));
  await writeFile(join(dist, 'index.html'), '<html><head></head><body></body></html>');
});
afterAll(() => rm(dist, { recursive: true, force: true }));

const pages = ['/', '/?post=1', '/schedule', '/login'];

test.each(pages)(
  '%s says that there is a sample for visitors, where it is asked for',
  async (url) => {
    const app = Fastify();
    await registerWeb(app, dist, { [SAMPLE_SCHEDULE_META]: 'on' });
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(body).toContain(`<meta name="${SAMPLE_SCHEDULE_META}"`);
  },
);

test.each(pages)('%s says nothing of it otherwise', async (url) => {
  const app = Fastify();
  await registerWeb(app, dist, {});
  const { statusCode, body } = await app.inject({ url });
  expect(statusCode).toBe(200);
  expect(body).not.toContain(SAMPLE_SCHEDULE_META);
});

test('of the build only what the web is made of is served, and no list of it', async () => {
  await writeFile(join(dist, '.build-hash'), 'abc');
  await mkdir(join(dist, 'assets'));
  const app = Fastify();
  await registerWeb(app, dist, {});
  for (const url of ['/.build-hash', '/.git/config', '/assets/..%2f..%2fpackage.json']) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  // As every address without a dot: the one document.
  expect((await app.inject({ url: '/assets/' })).body).toContain('<html>');
});

test('what an operator has set cannot break out of the page', async () => {
  const app = Fastify();
  await registerWeb(app, dist, { site: '{"name":"Ateliê & Cia. <script>$&"}' });
  const { body } = await app.inject({ url: '/privacy' });
  expect(body).toContain(
    '<meta name="site" content="{&quot;name&quot;:&quot;Ateliê &amp; Cia. &lt;script>$&amp;&quot;}" />',
  );
});
