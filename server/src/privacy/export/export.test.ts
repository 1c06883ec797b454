import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstagramAccounts } from '../../instagram/connection/accounts.ts';
import { downloadExport, type ExportArchive } from '../../../testing/export-archives.ts';
import { aConnectedUser, aUser, PASSWORD, type Client } from '../../../testing/factories.ts';
import { createAllData, workspaceOf } from '../../../testing/exports.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { exportedColumns } from './columns.ts';

type Made = Awaited<ReturnType<typeof createAllData>>;

let world: World;
let owner: Client;
let stranger: Client;
let fixtures: Made;
let exported: ExportArchive;
beforeAll(async () => {
  world = await startWorld();
  owner = await aConnectedUser(world);
  stranger = await aConnectedUser(world);
  fixtures = await createAllData({ world, owner, outsider: stranger });
  exported = await downloadExport(world, owner);
});
afterAll(() => world.stop());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const posts = () => exported.json('posts-001.json') as Record<string, unknown>[];
const postOf = ({ _id }: { _id: string }) => posts().find((post) => post['_id'] === _id);
const filesOf = (post: { _id: string }) =>
  exported.names.filter((name) => name.includes(post._id)).toSorted();

test('the archive is an attachment that is neither cached nor indexed', () => {
  const headers = Object.fromEntries(exported.response.headers);
  expect(exported.response.status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="pontual-dados-\d{4}-\d\d-\d\d\.zip"$/,
    ),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  });
});

test('the readme lists every file of the archive', () => {
  const described = exported.names.filter((name) => !name.startsWith('midia/'));
  expect(described).toEqual([
    'leia-me.txt',
    'conta.json',
    'mensagens.json',
    'equipe.json',
    'historico.json',
    'acessos.json',
    'instagram.json',
    'metricas.json',
    'avisos.json',
    'modelos.json',
    'lotes.json',
    'envios.json',
    'posts-001.json',
  ]);
  for (const name of described.slice(1)) expect(exported.text('leia-me.txt')).toContain(name);
});

describe('the posts', () => {
  test('are complete, unchanged and in the order of their creation', () => {
    const mine = [fixtures.carousel, fixtures.reel, fixtures.draft, fixtures.cut];
    expect(posts().map((post) => post['_id'])).toEqual(mine.map(({ _id }) => _id));
    for (const post of mine) {
      expect(postOf(post)).toMatchObject({
        mediaType: post.mediaType,
        status: post.status,
        caption: post.caption,
        scheduledTime: post.scheduledTime,
        createdAt: post.createdAt,
        fit: post.fit,
        userTags: post.userTags,
        mediaItems: post.mediaItems.map(({ type, width, height, altText, state }) => ({
          type,
          width,
          height,
          altText,
          state,
        })),
      });
    }
    expect(postOf(fixtures.reel)).toMatchObject({
      thumbOffset: 1000,
      audioName: 'Som do torno',
      collaborators: ['cafe.serra'],
    });
  });

  test('contain their history', () => {
    expect(postOf(fixtures.carousel)?.['history']).toEqual([
      { at: expect.stringMatching(/^\d{4}-.+Z$/), kind: 'scheduled', detail: expect.anything() },
    ]);
  });

  test('contain their files byte by byte', async () => {
    for (const post of [fixtures.carousel, fixtures.reel, fixtures.cut]) {
      const items = postOf(post)?.['mediaItems'] as { file: string; bytes: number }[];
      expect(items.length).toBe(post.mediaItems.length);
      for (const [index, { file, bytes }] of items.entries()) {
        const seen = await fetch(`${world.url}${post.mediaItems[index]?.url}`);
        const content = exported.entries.get(file) ?? Buffer.alloc(0);
        expect(sha256(content)).toBe(sha256(new Uint8Array(await seen.arrayBuffer())));
        expect(content.length).toBe(bytes);
      }
    }
    expect(filesOf(fixtures.carousel)).toEqual([
      expect.stringMatching(/^midia\/\d{4}-\d\d-\d\d_[\da-f-]{36}_01\.jpg$/),
      expect.stringMatching(/_02\.jpg$/),
      expect.stringMatching(/_03\.mp4$/),
    ]);
    expect(filesOf(fixtures.draft)).toEqual([]);
  });

  test('contain the original of a cropped picture', async () => {
    const [cut = '', whole = ''] = filesOf(fixtures.cut);
    expect(whole).toBe(cut.replace('.jpg', '_inteira.jpg'));
    const sizeOf = async (name: string) => {
      const { width, height } = await sharp(exported.entries.get(name)).metadata();
      return [width, height];
    };
    expect([await sizeOf(cut), await sizeOf(whole)]).toEqual([
      [1000, 1250],
      [1000, 2000],
    ]);
    expect(postOf(fixtures.cut)?.['mediaItems']).toMatchObject([
      { whole: { file: whole, width: 1000, height: 2000 } },
    ]);
  });
});

test('the insights of posts and days are exported', () => {
  expect(postOf(fixtures.carousel)?.['insights']).toMatchObject({
    reach: 421,
    likes: null,
    readings: [{ reach: 300 }, { reach: 421 }],
  });
  expect(exported.json('metricas.json')).toMatchObject([
    { date: '2026-06-08', followers: 4218, reach: null },
  ]);
});

test('uploads that no post uses yet are exported', async () => {
  expect(exported.json('envios.json')).toMatchObject([
    { _id: fixtures.upload, file: expect.stringMatching(/^midia\/envios\/.+\.jpg$/) },
  ]);
  const uploadName = exported.names.find((name) => name.startsWith('midia/envios/'));
  const { width } = await sharp(exported.entries.get(uploadName ?? '')).metadata();
  expect(width).toBe(640);
});

test('the account is exported with its devices, sign-in methods, messages and access log', () => {
  expect(exported.json('conta.json')).toMatchObject({
    _id: owner.user._id,
    email: owner.user.email,
    plan: 'free',
    hasPassword: true,
    notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
    pendingEmail: { email: 'nova@exemplo.com.br' },
    identities: [{ subject: '10769150350006150715' }],
    accessTokens: [{ name: 'Planilha da loja', scopes: ['posts:read'], lastUsedAt: null }],
    webhooks: [{ url: 'https://loja.exemplo.com.br/avisos', disabledAt: null }],
    sessions: [{ device: expect.anything() }],
    subscription: { _id: 'sub_dona', customerId: 'cus_dona', plan: 'pro' },
    purchases: [{ _id: 'cs_dona' }],
    paymentIssues: [{ _id: 'du_dona', kind: 'dispute', amount: 1999 }],
    weeklySummaries: [{ week: expect.anything() }],
    publishingPause: { since: expect.anything(), until: expect.anything() },
    queueSlots: [{ weekday: 1, minute: 720 }],
    series: [
      {
        content: { caption: 'Toda sexta' },
        minute: 1080,
        firstOn: '2026-11-27',
        until: '2027-01-29',
        mediaItems: [{ altText: 'Uma mesa' }],
        skippedOn: ['2026-12-04'],
      },
    ],
  });
  expect(exported.json('instagram.json')).toMatchObject([{ instagramUsername: 'atelie.barro' }]);
  expect(exported.json('avisos.json')).toMatchObject([{ message: 'O vídeo ficou escuro.' }]);
  expect(exported.json('mensagens.json')).toMatchObject([
    { subject: 'O torno parou', category: 'tecnico', forwardedAt: null },
  ]);
  expect(exported.json('modelos.json')).toMatchObject([
    { name: 'Peça nova', mediaType: 'IMAGE', caption: 'Saiu: {peça}', frames: ['De perto'] },
  ]);
  expect(exported.json('lotes.json')).toMatchObject([
    { posts: 2, postIds: [fixtures.carousel._id] },
  ]);
  expect(exported.json('acessos.json')).toMatchObject([
    { event: 'registered', address: '127.0.0.1' },
    { event: 'logged_in', address: '127.0.0.1' },
  ]);
  expect(exported.names.filter((name) => name.startsWith('midia/perfil_'))).toHaveLength(1);
});

test('answers about posts of another team are exported without the content of the posts', async () => {
  expect(exported.json('equipe.json')).toMatchObject({
    answersElsewhere: [
      {
        post: fixtures.answered._id,
        name: 'Dona do ateliê',
        verdict: 'approved',
        note: 'Ficou bom',
        contentHash: 'hash',
        at: expect.stringMatching(/^\d{4}-.+Z$/),
      },
    ],
  });
  expect(await canariesInExport({ caption: 'Da equipe vizinha' })).toEqual([]);
});

async function canariesInExport(canaries: Record<string, string | undefined>): Promise<string[]> {
  const known = Object.entries(canaries);
  expect(known.filter(([, canary = '']) => canary.length <= 6)).toEqual([]);
  const texts = [...exported.entries].map(([name, bytes]) => name + bytes.toString('latin1'));
  return known
    .filter(([, canary = '']) =>
      texts.some((text) => text.includes(Buffer.from(canary).toString('latin1'))),
    )
    .map(([what]) => what);
}

test('the archive contains no secret', async () => {
  const { db } = world.database;
  const secrets = await sql<Record<string, string>>`
    select u.password_hash as "password",
      encode(s.token_hash, 'hex') as "session in hex",
      encode(s.token_hash, 'base64') as "session in base64",
      encode(c.token_hash, 'hex') as "the link to a new address",
      encode(c.password_sha256, 'hex') as "the hash of the hash",
      k.user_token as "sealed user token", k.page_token as "sealed page token"
    from users u join sessions s on s.user_id = u.id join email_changes c on c.user_id = u.id
      join instagram_connections k on k.connected_by = u.id
    where u.id = ${owner.user._id}`.execute(db);
  const accounts = createInstagramAccounts({
    database: world.database,
    keyRing: world.serviceOptions.keyRing,
  });
  const account = await accounts.accountOf(await workspaceOf(world, owner));
  expect(
    await canariesInExport({
      ...secrets.rows[0],
      'the session': owner.token,
      'an access token': fixtures.secret,
      'the secret of a webhook': fixtures.webhook.secret,
      'the token of a page': account?.token,
      'the token of a user': account?.userToken,
      'the word for a password': '$argon2id',
      'the password': PASSWORD,
    }),
  ).toEqual([]);
  // Proves that the search finds a text that is in the archive.
  expect(await canariesInExport({ address: owner.user.email })).toEqual(['address']);
});

test('the archive contains no data of another user who has the same picture', async () => {
  const canaries = {
    id: stranger.user._id,
    address: stranger.user.email,
    workspace: await workspaceOf(world, stranger),
    post: fixtures.secretDraft._id,
    caption: 'De outra pessoa',
  };
  expect(await canariesInExport(canaries)).toEqual([]);
  const theirs = await downloadExport(world, stranger);
  const file = theirs.names.find((name) => name.includes(fixtures.secretDraft._id)) ?? '';
  const [mine = ''] = filesOf(fixtures.carousel);
  expect(theirs.entries.get(file)).toEqual(exported.entries.get(mine));
  expect(theirs.json('posts-001.json')).toHaveLength(1);
});

test('the archive of a new user contains empty lists', async () => {
  const { names, json } = await downloadExport(world, await aUser(world));
  expect(names.filter((name) => name.startsWith('midia/'))).toEqual([]);
  const lists = [
    'posts-001',
    'instagram',
    'metricas',
    'avisos',
    'mensagens',
    'modelos',
    'lotes',
    'envios',
  ];
  for (const name of lists.map((list) => `${list}.json`)) {
    expect(json(name)).toEqual([]);
  }
});

describe('for every column of the database', () => {
  test('a policy says whether it is exported', async () => {
    const columns = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'clock_offset'`.execute(
      world.database.db,
    );
    const there = columns.rows.map(({ table, column }) => `${table}.${column}`);
    const settled = Object.entries(exportedColumns).flatMap(([table, fates]) =>
      Object.keys(fates).map((column) => `${table}.${column}`),
    );
    expect(settled.toSorted()).toEqual(there.toSorted());
  });

  test('an exported column is at the path that its policy states', () => {
    const places = Object.values(exportedColumns).flatMap((fates) =>
      Object.values<string>(fates).filter((fate) => !fate.startsWith('not: ')),
    );
    const lacking = places.filter((place) => {
      const [file = '', path = ''] = place.split(': ');
      const name = file === 'posts' ? 'posts-001.json' : `${file}.json`;
      return valuesAt(exported.json(name), path.split('.')).length === 0;
    });
    expect(lacking).toEqual([]);
    expect(places.length).toBeGreaterThan(80);
  });
});

function valuesAt(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((each) => valuesAt(each, name === undefined ? [] : [name, ...rest]));
  }
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const [, found] = Object.entries(value).find(([key]) => key === name) ?? [];
  return found === undefined ? [] : valuesAt(found, rest);
}
