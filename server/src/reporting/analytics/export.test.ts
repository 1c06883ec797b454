import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertPosts, type PostFixture } from '../../../testing/analytics.ts';
import { aUser, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { workspaceOf } from '../../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';

/** A Saturday, 12:00 in Brasília. */
const NOW = '2040-06-23T15:00:00Z';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  await world.advanceTime(Date.parse(NOW) - world.now().getTime());
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
  await givePlan(world, client, 'premium');
});

const ownerOf = async (whose: Client) => ({
  workspaceId: await workspaceOf(world, whose),
  userId: whose.user._id,
});
const fill = async (posts: readonly PostFixture[], whose = client) =>
  insertPosts(world.database.db, await ownerOf(whose), posts);

const urlOf = (query: string) => `${world.url}/api/analytics/export?${query}`;
const headers = () => ({ authorization: `Bearer ${client.token}` });
const exportFile = (query: string) => fetch(urlOf(query), { headers: headers() });

interface ExportedFile {
  generatedAt: string;
  period: { days: number; from: string; to: string };
  posts: Record<string, unknown>[];
}
const json = async (query = '') =>
  (await (await exportFile(`format=json&${query}`)).json()) as ExportedFile;

async function csv(query = ''): Promise<Record<string, string>[]> {
  const bytes = await (await exportFile(`format=csv&${query}`)).arrayBuffer();
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // the decoder removes the byte order mark
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  const [titles = [], ...lines] = rows;
  return lines
    .filter((cells) => cells.length === titles.length)
    .map((cells) => Object.fromEntries(cells.map((cell, index) => [titles[index], cell])));
}

describe('the export file', () => {
  test('has its days in the name and is UTF-8 that Excel recognises', async () => {
    const spreadsheet = await exportFile('format=csv&period=30');
    expect(spreadsheet.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(spreadsheet.headers.get('content-disposition')).toBe(
      'attachment; filename="pontual-posts-2040-05-25-a-2040-06-23.csv"',
    );
    expect(spreadsheet.headers.get('cache-control')).toBe('no-store');
    const bytes = new Uint8Array(await spreadsheet.arrayBuffer());
    expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('efbbbf');
    const document = await exportFile('format=json&period=1');
    expect(document.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(document.headers.get('content-disposition')).toBe(
      'attachment; filename="pontual-posts-2040-06-23-a-2040-06-23.json"',
    );
    expect(await document.json()).toEqual({
      generatedAt: expect.stringMatching(/^2040-06-23T15:0\d:.*Z$/),
      period: { days: 1, from: '2040-06-23', to: '2040-06-23' },
      posts: [],
    });
  });

  test('covers 30 days by default, by midnight in Brasília', async () => {
    await fill([
      { at: '2040-05-25T02:59:00Z', caption: 'antes' },
      { at: '2040-05-25T03:00:00Z', caption: 'primeiro' },
      { at: '2040-06-24T02:59:00Z', caption: 'último', status: 'scheduled' },
      { at: '2040-06-24T03:00:00Z', caption: 'depois', status: 'scheduled' },
      { at: '2040-06-20T12:00:00Z', caption: 'rascunho', status: 'draft' },
      { caption: 'sem data', status: 'draft' },
    ]);
    const captions = async (query?: string) =>
      (await json(query)).posts.map((post) => post['caption']);
    expect(await captions()).toEqual(['primeiro', 'último']);
    expect(await captions('period=31')).toEqual(['antes', 'primeiro', 'último']);
    expect((await csv()).map((row) => row['Legenda'])).toEqual(['primeiro', 'último']);
    expect((await exportFile('format=csv&period=367')).status).toBe(400);
    expect((await exportFile('format=pdf')).status).toBe(400);
  });

  test('has the names of the API and UTC instants in JSON', async () => {
    const [id] = await fill([
      {
        at: '2040-06-20T02:59:00Z',
        type: 'REELS',
        caption: '"Olá"\n#um',
        reach: 300,
        interactions: 16,
      },
      { at: '2040-06-21T12:00:00Z', status: 'failed' },
    ]);
    const { posts } = await json();
    expect(posts[0]).toEqual({
      _id: id,
      mediaType: 'REELS',
      status: 'published',
      caption: '"Olá"\n#um',
      scheduledTime: '2040-06-20T02:59:00.000Z',
      publishedAt: '2040-06-20T02:59:00.000Z',
      permalink: expect.stringContaining('https://www.instagram.com/p/'),
      errorMessage: null,
      views: null,
      reach: 300,
      likes: null,
      comments: null,
      saved: null,
      shares: null,
      totalInteractions: 16,
      engagement: 5.3,
    });
    expect(posts[1]).toMatchObject({ status: 'failed', reach: null, engagement: null });
  });

  test('has Brasília times, decimal commas and empty unknown values in CSV', async () => {
    await fill([
      {
        at: '2040-06-20T02:59:00Z',
        type: 'REELS',
        caption: 'Olá; "você"\nde lá',
        reach: 30000,
        interactions: 1600,
      },
      { at: '2040-06-20T03:00:00Z', type: 'CAROUSEL', status: 'expired' },
    ]);
    const [reel, carousel] = await csv();
    expect(reel).toMatchObject({
      Data: '19/06/2040',
      Hora: '23:59',
      Tipo: 'Reels',
      Status: 'Publicado',
      Legenda: 'Olá; "você"\nde lá',
      'Publicado em': '19/06/2040 23:59',
      Alcance: '30000',
      Interações: '1600',
      'Engajamento (%)': '5,3',
      Curtidas: '',
    });
    expect(carousel).toMatchObject({
      Data: '20/06/2040',
      Hora: '00:00',
      Tipo: 'Carrossel',
      Status: 'Expirado',
      Alcance: '',
      Interações: '',
      'Engajamento (%)': '',
    });
  });

  test.each(['=1+1', '+55', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])(
    'does not turn a caption that begins like %j into a formula',
    async (caption) => {
      await fill([{ at: '2040-06-20T12:00:00Z', caption }]);
      expect((await csv())[0]?.['Legenda']).toBe(`'${caption}`);
      expect((await json()).posts[0]?.['caption']).toBe(caption);
    },
  );

  test('has every post once and in order, also with equal due times and microseconds', async () => {
    const ids = await fill(
      Array.from({ length: 1203 }, (_, n) => ({
        at: `2040-06-20T12:00:00.${String(Math.floor(n / 400)).padStart(6, '0')}Z`,
      })),
    );
    const seen = (await json()).posts.map((post) => String(post['_id']));
    expect(seen).toHaveLength(ids.length);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(new Set((await csv()).map((row) => row['ID']))).toEqual(new Set(ids));
  });
});

describe('access to the export', () => {
  test('requires Premium', async () => {
    for (const plan of ['free', 'pro'] as const) {
      await givePlan(world, client, plan);
      const refused = await exportFile('format=csv');
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { code: 'PLAN_REQUIRED' },
      ]);
    }
  });

  test('excludes the posts of other workspaces', async () => {
    await fill([{ at: '2040-06-20T12:00:00Z' }], await aUser(world));
    expect((await json()).posts).toEqual([]);
  });
});

describe('an export in progress', () => {
  /** More posts than the buffers of a client that does not read can hold. */
  const MANY = 30_000;
  const begun = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { agent: false, headers: headers() };
      get(urlOf('format=csv'), options, resolve).once('error', reject);
    });
  const fillMany = async () => {
    const { workspaceId, userId } = await ownerOf(client);
    await sql`with created as (
        insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time)
        select gen_random_uuid(), ${workspaceId}, ${userId}, 'IMAGE', repeat('Olá! ', 400),
          '2040-06-20T12:00:00Z'
        from generate_series(1, ${MANY}::int) returning *)
      insert into publications (${copiedColumns}, state)
      select ${copiesOfPost}, 'failed' from created`.execute(world.database.db);
  };

  test('blocks another export of its user until its reader disconnects', async () => {
    await fillMany();
    const reading = await begun();
    reading.once('error', () => undefined);
    const refused = await exportFile('format=json');
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'EXPORT_RUNNING' }]);
    reading.destroy();
    await vi.waitFor(async () => {
      const again = await exportFile('format=json&period=1');
      await again.body?.cancel();
      expect(again.status).toBe(200);
    });
  });

  test('is aborted when the server stops', async () => {
    await fillMany();
    const reading = await begun();
    const cut = new Promise((resolve) => reading.once('error', resolve).once('aborted', resolve));
    world.services.reporting.analytics.export.abortAll();
    reading.resume();
    await cut;
    expect(reading.complete).toBe(false);
  });
});
