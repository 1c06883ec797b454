import { sql } from 'kysely';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aScheduledPost,
  fetchPost,
  type Client,
} from '../../../testing/factories.ts';
import { aVideo, type VideoOptions } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const HOUR = 3_600_000;

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
  const { db } = world.database;
  await sql`update media_files set state = 'ready' where state = 'converting'`.execute(db);
  await sql`delete from pgboss.job where name like 'media-%'`.execute(db);
});

const filesOf = async (options: VideoOptions) => {
  const bytes = await aVideo({ width: 320, height: 568, ...options });
  return { mediaType: 'REELS' as const, files: [{ bytes, name: 'video.mp4' }] };
};
const aReel = async (owner: Client, dueInMs: number): Promise<Post> =>
  aScheduledPost(world, owner, { ...(await filesOf({ index: 'last' })), dueInMs });

const stateOf = async (owner: Client, post: Post) =>
  (await fetchPost(owner, post._id)).mediaItems[0]?.state;

const convertNext = (kind: 'remux' | 'encode') => world.services.media.conversion.convertNext(kind);

async function convertInOrder(count: number): Promise<string[]> {
  const { db } = world.database;
  const waiting = async () => {
    const rows = await sql<{ postId: string }>`
      select m.post_id as "postId" from post_media m join media_files f on f.id = m.file_id
      where f.state = 'converting'`.execute(db);
    return rows.rows.map(({ postId }) => postId);
  };
  const order: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const before = await waiting();
    await convertNext('remux');
    const after = await waiting();
    order.push(...before.filter((postId) => !after.includes(postId)));
  }
  return order;
}

async function fileOf({ _id: postId }: Post) {
  const { db } = world.database;
  return db
    .selectFrom('post_media as m')
    .innerJoin('media_files as f', 'f.id', 'm.file_id')
    .selectAll('f')
    .where('m.post_id', '=', postId)
    .executeTakeFirstOrThrow();
}

test('a remuxed video does not wait for an encoded one', async () => {
  const slow = await aDraft(
    client,
    await filesOf({ seconds: 10, width: 1080, height: 1920, codec: 'hevc' }),
  );
  const quick = await aReel(client, 5 * HOUR);
  const encoding = convertNext('encode');
  await convertNext('remux');
  expect([await stateOf(client, quick), await stateOf(client, slow)]).toEqual([
    'ready',
    'converting',
  ]);
  await encoding;
  expect(await stateOf(client, slow)).toBe('ready');
}, 120_000);

test('the post with the earliest due time has its video converted first, across workspaces', async () => {
  const draft = await aDraft(client, await filesOf({ index: 'last' }));
  const many: Post[] = [];
  for (let nth = 0; nth < 4; nth += 1) many.push(await aReel(client, 5 * HOUR));
  const other = await aConnectedUser(world);
  const soon = await aReel(other, 2 * HOUR);
  const expected = [soon, ...many, draft].map(({ _id: id }) => id);
  expect(await convertInOrder(expected.length)).toEqual(expected);
});

test('two processes convert different videos', async () => {
  const posts = [await aReel(client, HOUR), await aReel(client, HOUR)];
  await Promise.all([convertNext('remux'), convertNext('remux')]);
  for (const post of posts) expect(await stateOf(client, post)).toBe('ready');
});

test('a changed due time changes the order at once', async () => {
  const first = await aReel(client, 2 * HOUR);
  const second = await aReel(client, 3 * HOUR);
  const scheduledTime = new Date(world.now().getTime() + HOUR).toISOString();
  await client.put(`/scheduled/${second._id}`, aFormOf({ scheduledTime }));
  expect(await convertInOrder(2)).toEqual([second._id, first._id]);
});

test('a failed video lets others go first and is retried by its own job', async () => {
  const first = await aReel(client, HOUR);
  const second = await aReel(client, 2 * HOUR);
  const { sha256 } = await fileOf(first);
  await world.services.media.storage.remove(sha256);
  // The job of one video may convert another one.
  expect(await convertInOrder(2)).toEqual([second._id]);
  const waiting = await sql<{ inMs: number }>`
    select extract(epoch from start_after - app_now())::float8 * 1000 as "inMs" from pgboss.job
    where name = 'media-remux' and data->>'fileId' = ${(await fileOf(first)).id}
      and start_after > app_now()`.execute(world.database.db);
  expect(waiting.rows).toEqual([{ inMs: expect.closeTo(30_000, -4) }]);
});

test('a running conversion reports its remaining time', async () => {
  const post = await aReel(client, HOUR);
  const readyInMs = async () => (await fetchPost(client, post._id)).mediaItems[0]?.readyInMs;
  const { id } = await fileOf(post);
  expect(await readyInMs()).toBeNull();
  const begun = (percent: number) =>
    sql`update media_files set progress = ${percent}, claimed_until = app_now() + interval '45 s',
        begun_at = app_now() - interval '1 minute' where id = ${id}`.execute(world.database.db);
  await begun(1);
  expect(await readyInMs()).toBeNull();
  await begun(25);
  expect(await readyInMs()).toBeGreaterThanOrEqual(180_000);
  expect(await readyInMs()).toBeLessThan(190_000);
  await world.advanceTime(46_000);
  expect(await readyInMs()).toBeNull();
});
