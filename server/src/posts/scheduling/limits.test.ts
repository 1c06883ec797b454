import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aUser,
  dataOf,
  type ApiResponse,
  type Client,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Does not pass during the test and is in the current month. */
const soon = () => new Date(world.now().getTime() + 120_000).toISOString();

/** Four times the size of the connection pool. */
const fortyTimes = <T>(ask: (turn: number) => Promise<ApiResponse<T>>) =>
  Promise.all(Array.from({ length: 40 }, (_, turn) => ask(turn)));
const codesOf = (answers: readonly ApiResponse<unknown>[]) =>
  new Set(answers.flatMap(({ body }) => (body.success ? [] : [body.code])));

async function countScheduled(client: Client): Promise<number> {
  const { posts } = dataOf(await client.get<{ posts: Post[] }>('/scheduled?limit=1000'));
  return posts.filter(({ status }) => ['scheduled', 'pending', 'published'].includes(status))
    .length;
}

async function failedPosts(client: Client, count: number): Promise<Post[]> {
  const files = [await aPhotoFile()];
  const drafts = await Promise.all(Array.from({ length: count }, () => aDraft(client, { files })));
  const ids = drafts.map(({ _id }) => _id);
  const { db } = world.database;
  await sql`update posts set scheduled_time = now() - interval '40 days'
    where id = any(${ids}::uuid[])`.execute(db);
  await sql`update publications set state = 'failed' where post_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return drafts;
}
const one = (posts: readonly Post[], turn: number): string => posts[turn % posts.length]?._id ?? '';

describe('the limit of ten posts a month of the free plan holds against', () => {
  test('forty demonstrations', async () => {
    const client = await aUser(world);
    const [file, scheduledTime] = [await aPhotoFile(), soon()];
    const fields = { mediaType: 'IMAGE', scheduledTime, demo: 'true' };
    const answers = await fortyTimes(() => client.schedule(aFormOf(fields, [file])));
    expect(codesOf(answers)).toEqual(new Set(['LIMIT_EXCEEDED']));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await countScheduled(client)).toBe(10);
  });

  test('forty drafts that are scheduled', async () => {
    const client = await aConnectedUser(world);
    const files = [await aPhotoFile()];
    const drafts = await Promise.all(Array.from({ length: 25 }, () => aDraft(client, { files })));
    const scheduledTime = soon();
    const answers = await fortyTimes((turn) =>
      client.put(`/schedule/draft/${one(drafts, turn)}/schedule`, { scheduledTime }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(codesOf(answers)).toEqual(new Set(['LIMIT_EXCEEDED', 'POST_NOT_DRAFT']));
    expect(await countScheduled(client)).toBe(10);
  });

  test('forty new due times of posts that were not published', async () => {
    const client = await aConnectedUser(world);
    const posts = await failedPosts(client, 25);
    const answers = await fortyTimes((turn) =>
      client.put(`/scheduled/${one(posts, turn)}`, aFormOf({ scheduledTime: soon() })),
    );
    expect(codesOf(answers)).toEqual(new Set(['LIMIT_EXCEEDED']));
    expect(await countScheduled(client)).toBe(10);
  });

  test('forty posts published now', async () => {
    const client = await aConnectedUser(world);
    const posts = await failedPosts(client, 25);
    const answers = await fortyTimes((turn) =>
      client.post('/schedule/force-publish', { postId: one(posts, turn) }),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
    expect(await countScheduled(client)).toBe(10);
  });
});

test('a post does not count against itself when the month is full', async () => {
  const client = await aConnectedUser(world);
  const posts = await Promise.all(
    Array.from({ length: 10 }, () => aScheduledPost(world, client, { dueInMs: 120_000 })),
  );
  const form = aFormOf({ scheduledTime: new Date(Date.parse(soon()) + 60_000).toISOString() });
  expect((await client.put(`/scheduled/${one(posts, 0)}`, form)).status).toBe(200);
  expect((await client.post('/schedule/force-publish', { postId: one(posts, 1) })).status).toBe(
    202,
  );
});
