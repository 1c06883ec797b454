import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { listPosts, mediaTypes, type Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const HOUR = 3_600_000;
interface ListResponse {
  posts: Post[];
  pagination: { page: number; limit: number; total: number; pages: number };
}
const list = async (client: Client, query = '') =>
  dataOf(await client.get<ListResponse>(`/scheduled${query}`));
const idsOf = ({ posts }: ListResponse) => posts.map(({ _id }) => _id);
const inHours = (hours: number) => new Date(world.now().getTime() + hours * HOUR).toISOString();

async function insertPosts(
  client: Client,
  specs: readonly { mediaType?: string; status?: string; dueInMs?: number | null }[],
): Promise<string[]> {
  const rows = specs.map(({ mediaType = 'IMAGE', status = 'expired', dueInMs = HOUR }) => ({
    id: newId(),
    media_type: mediaType,
    status,
    hour: dueInMs === null ? null : new Date(world.now().getTime() + dueInMs).toISOString(),
  }));
  const given = JSON.stringify(rows);
  await sql`
    with created as (
      insert into posts (id, workspace_id, created_by, media_type, scheduled_time)
      select r.id, m.workspace_id, m.user_id, r.media_type, r.hour
      from jsonb_to_recordset(${given}::jsonb) as r(id uuid, media_type text, hour timestamptz),
        workspace_members m
      where m.user_id = ${client.user._id}
      returning *)
    insert into publications (${copiedColumns}, state, published_at)
    select ${copiesOfPost}, status, scheduled_time
    from created join jsonb_to_recordset(${given}::jsonb) as r(id uuid, status text)
      using (id)`.execute(world.database.db);
  return rows.map(({ id }) => id);
}

test('the list returns the fields of the contract for every type of post, and no others', async () => {
  const client = await aConnectedUser(world);
  for (const mediaType of mediaTypes) await aScheduledPost(world, client, { mediaType });
  await aDraft(client, { userTags: '["cafe.serra"]', files: [] });
  const data = await list(client);
  expect(data.posts).toHaveLength(mediaTypes.length + 1);
  expect(listPosts.data.parse(data)).toEqual(data);
  for (const post of data.posts) {
    const alone = dataOf(await client.get<{ post: Post }>(`/scheduled/${post._id}`));
    expect(alone.post).toEqual(post);
  }
});

test('a long list is sent compressed to a client that accepts zstd, with the same content', async () => {
  const client = await aConnectedUser(world);
  await insertPosts(
    client,
    Array.from({ length: 60 }, () => ({})),
  );
  const ask = async (encodings: string) => {
    const headers = { authorization: `Bearer ${client.token}`, 'accept-encoding': encodings };
    const sending = get(`${world.url}/api/scheduled?limit=100`, { headers });
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    return { encoding: answer.headers['content-encoding'], body: await buffer(answer) };
  };
  const [plain, small] = [await ask('gzip, br'), await ask('gzip, zstd')];
  expect([plain.encoding, small.encoding]).toEqual([undefined, 'zstd']);
  expect(zstdDecompressSync(small.body).equals(plain.body)).toBe(true);
  expect(small.body.length).toBeLessThan(plain.body.length / 3);
});

/** Reads as a browser does: keeps a list that the server confirms. */
function aReader(client: Client) {
  let known: { etag: string | null; data: ListResponse } | undefined;
  return async (): Promise<{ data: ListResponse; isConfirmed: boolean }> => {
    const etag = known?.etag ?? null;
    const response = await fetch(`${world.url}/api/scheduled`, {
      headers: {
        authorization: `Bearer ${client.token}`,
        ...(etag === null ? {} : { 'if-none-match': etag }),
      },
    });
    const text = await response.text();
    if (response.status === 304 && text === '' && known !== undefined) {
      return { data: known.data, isConfirmed: true };
    }
    const { data } = JSON.parse(text) as { data: ListResponse };
    known = { etag: response.headers.get('etag'), data };
    return { data, isConfirmed: false };
  };
}

function aPostReader(client: Client) {
  const read = aReader(client);
  return async (): Promise<Post> => {
    const [post] = (await read()).data.posts;
    if (post === undefined) throw new Error('the list is empty');
    return post;
  };
}

test('a list that has not changed is confirmed without its content', async () => {
  const client = await aConnectedUser(world);
  await aScheduledPost(world, client, { dueInMs: HOUR });
  const read = aReader(client);
  const first = await read();
  expect(first.isConfirmed).toBe(false);
  expect(await read()).toEqual({ data: first.data, isConfirmed: true });
  await aDraft(client, {});
  const changed = await read();
  expect(changed.isConfirmed).toBe(false);
  expect(changed.data.posts).toHaveLength(2);
  expect((await read()).isConfirmed).toBe(true);
});

describe('a post that was listed before is listed with its current content', () => {
  test('after each change by its owner', async () => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, { dueInMs: HOUR });
    const readPost = aPostReader(client);
    const edit = (fields: Parameters<typeof aFormOf>[0], files?: Parameters<typeof aFormOf>[1]) =>
      client.put(`/scheduled/${post._id}`, aFormOf(fields, files));
    const seen = [await readPost()];
    await edit({ caption: 'Outra' });
    seen.push(await readPost());
    await edit({ altText: '["Uma caneca"]' });
    seen.push(await readPost());
    await edit({}, [await aPhotoFile()]);
    seen.push(await readPost());
    await edit({ scheduledTime: inHours(2) });
    seen.push(await readPost());
    expect(seen.map(({ caption }) => caption)).toEqual([post.caption, ...Array(4).fill('Outra')]);
    const texts = seen.map(({ mediaItems: [item] }) => item?.altText);
    expect(texts).toEqual([null, null, 'Uma caneca', null, null]);
    expect(new Set(seen.map(({ imageUrl }) => imageUrl)).size).toBe(2);
    expect(new Set(seen.map(({ scheduledTime }) => scheduledTime)).size).toBe(2);
    await client.delete(`/scheduled/${post._id}`);
    expect(idsOf(await list(client))).toEqual([]);
  });

  test('after a write by the engine', async () => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, { dueInMs: HOUR });
    const readPost = aPostReader(client);
    await readPost();
    await sql`update publications set state = 'failed', next_step_at = null,
      error_message = 'Não deu' where post_id = ${post._id}`.execute(world.database.db);
    expect(await readPost()).toMatchObject({ status: 'failed', errorMessage: 'Não deu' });
  });

  test('during and after the conversion of its video', async () => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, { mediaType: 'REELS', dueInMs: HOUR });
    const readPost = aPostReader(client);
    const file = sql`id in (select file_id from post_media where post_id = ${post._id})`;
    const become = (columns: string) =>
      sql`update media_files set ${sql.raw(columns)} where ${file}`.execute(world.database.db);
    const item = async () => (await readPost()).mediaItems[0];
    await become(`state = 'converting', conversion = 'encode', progress = 10`);
    expect(await item()).toMatchObject({ state: 'converting', progress: 10 });
    await become('progress = 60');
    expect(await item()).toMatchObject({ state: 'converting', progress: 60 });
    await become(`state = 'ready', width = 720`);
    expect(await item()).toMatchObject({ state: 'ready', progress: null, width: 720 });
  });

  test('after its due time', async () => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, { dueInMs: 60_000 });
    const readPost = aPostReader(client);
    await sql`update publications set state = 'publishing', is_pending = true,
      ig_user_id = target_ig_user_id where post_id = ${post._id}`.execute(world.database.db);
    expect(await readPost()).toMatchObject({ status: 'scheduled', ready: true });
    await world.advanceTime(61_000);
    expect(await readPost()).toMatchObject({ status: 'pending', ready: false });
  });

  test('with links that have not expired', async () => {
    const client = await aConnectedUser(world);
    await aScheduledPost(world, client, { dueInMs: HOUR });
    const readPost = aPostReader(client);
    const first = (await readPost()).imageUrl;
    await world.advanceTime(26 * HOUR);
    const later = (await readPost()).imageUrl;
    expect(later).not.toBe(first);
    expect((await fetch(`${world.url}${later}`)).status).toBe(200);
  });
});

describe('the list', () => {
  test('filters by status, type and due time together', async () => {
    const client = await aConnectedUser(world);
    const [failed, , error, , , expiredLater] = await insertPosts(client, [
      { mediaType: 'REELS', status: 'failed', dueInMs: HOUR },
      { mediaType: 'IMAGE', status: 'failed', dueInMs: HOUR },
      { mediaType: 'REELS', status: 'error', dueInMs: 2 * HOUR },
      { mediaType: 'REELS', status: 'published', dueInMs: 2 * HOUR },
      { mediaType: 'REELS', status: 'draft', dueInMs: null },
      { mediaType: 'REELS', status: 'expired', dueInMs: 9 * HOUR },
    ]);
    const narrowed = async (query: string) => idsOf(await list(client, query));
    const failedReels = '?status=failed&mediaType=REELS';
    expect(await narrowed(failedReels)).toEqual([failed, error, expiredLater]);
    const span = `&from=${inHours(1.5)}&to=${inHours(3)}`;
    expect(await narrowed(`${failedReels}${span}`)).toEqual([error]);
    expect(await narrowed(`?status=failed${span}`)).toEqual([error]);
    expect(await narrowed('?status=error')).toEqual([error]);
    expect(await narrowed(`?mediaType=IMAGE${span}`)).toEqual([]);
    expect(await client.get('/scheduled?status=unheard-of')).toMatchObject({ status: 400 });
  });

  test('puts posts without a due time last and sorts equal due times by creation', async () => {
    const client = await aConnectedUser(world);
    const [undated, ...same] = await insertPosts(client, [
      { status: 'draft', dueInMs: null },
      ...Array.from({ length: 7 }, () => ({ dueInMs: HOUR })),
    ]);
    const [sooner] = await insertPosts(client, [{ dueInMs: HOUR / 2 }]);
    const inOrder = [sooner, ...same, undated];
    expect(idsOf(await list(client))).toEqual(inOrder);
    const pages = await Promise.all([1, 2, 3].map((page) => list(client, `?limit=3&page=${page}`)));
    expect(pages.flatMap(idsOf)).toEqual(inOrder);
  });

  test.each([
    { limit: 4, page: 1, shown: 4, pages: 2 },
    { limit: 4, page: 2, shown: 2, pages: 2 },
    { limit: 4, page: 3, shown: 0, pages: 2 },
    { limit: 6, page: 1, shown: 6, pages: 1 },
    { limit: 3, page: 2, shown: 3, pages: 2 },
    { limit: 1000, page: 1, shown: 6, pages: 1 },
  ])('counts the posts of all pages: %o', async ({ limit, page, shown, pages }) => {
    const client = await aConnectedUser(world);
    await insertPosts(client, [
      ...Array.from({ length: 6 }, () => ({ status: 'published' })),
      { status: 'draft' },
    ]);
    const data = await list(client, `?status=published&limit=${limit}&page=${page}`);
    expect(data.posts).toHaveLength(shown);
    expect(data.pagination).toEqual({ page, limit, total: 6, pages });
  });

  test('of a workspace without posts is one empty page', async () => {
    const client = await aConnectedUser(world);
    expect(await list(client)).toEqual({
      posts: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 0 },
    });
  });
});
