import { formatMonthName, monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aScheduledPost,
  dataOf,
  fetchPost,
  type Client,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  // The next month is neither too near nor beyond what the plan allows.
  const left = monthOf(world.now()).to.getTime() - world.now().getTime();
  await world.advanceTime(left < DAY ? left + 11 * DAY : Math.max(0, left - 20 * DAY));
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
  await sql`update workspaces set plan = 'pro' where id in (
    select workspace_id from workspace_members where user_id = ${client.user._id})`.execute(
    world.database.db,
  );
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PRO_POSTS = 50;
/** In the first hours of the next month in Brasília. */
const nextMonth = (hours = 1) =>
  new Date(monthOf(world.now()).to.getTime() + hours * HOUR).toISOString();
const move = (postId: string, scheduledTime: string) =>
  client.put(`/scheduled/${postId}`, aFormOf({ scheduledTime }));

/** Posts of the next month that the plan counts. */
async function fillNextMonth(count: number): Promise<void> {
  await sql`insert into posts (id, workspace_id, created_by, media_type, status, scheduled_time)
    select gen_random_uuid(), m.workspace_id, m.user_id, 'IMAGE', 'scheduled', ${nextMonth(0.5)}
    from generate_series(1, ${count}::int), workspace_members m
    where m.user_id = ${client.user._id}`.execute(world.database.db);
}

test('a post is not moved into a month that is full, and stays as it was', async () => {
  const post = await aScheduledPost(world, client, { dueInMs: 120_000 });
  await fillNextMonth(PRO_POSTS);
  const { body, status } = await move(post._id, nextMonth());
  const month = formatMonthName(new Date(nextMonth()));
  expect([status, body]).toMatchObject([403, { code: 'LIMIT_EXCEEDED' }]);
  expect(body).toMatchObject({ message: expect.stringContaining(`50 posts de ${month}`) });
  expect((await fetchPost(client, post._id)).scheduledTime).toBe(post.scheduledTime);
});

test('of two that are moved into its last place at once, one is', async () => {
  const posts = [await aScheduledPost(world, client), await aScheduledPost(world, client)];
  await fillNextMonth(PRO_POSTS - 1);
  const answers = await Promise.all(posts.map(({ _id }) => move(_id, nextMonth())));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
});

test('a post leaves its own place behind, and moves within a full month', async () => {
  await fillNextMonth(PRO_POSTS - 1);
  const post = await aScheduledPost(world, client);
  expect((await move(post._id, nextMonth(1))).status).toBe(200);
  expect((await move(post._id, nextMonth(5))).status).toBe(200);
  expect((await move(post._id, post.scheduledTime ?? '')).status).toBe(200);
  const other = await aScheduledPost(world, client);
  expect((await move(other._id, nextMonth(1))).status).toBe(200);
});

test('a draft is dated in a full month, undated and dated again, and not scheduled in it', async () => {
  await fillNextMonth(PRO_POSTS);
  const draft = await aDraft(client);
  for (const scheduledTime of [nextMonth(), '', nextMonth(2)]) {
    const moved = dataOf(await move(draft._id, scheduledTime)).post;
    expect(moved).toMatchObject({ status: 'draft', scheduledTime: scheduledTime || null });
  }
  const path = `/schedule/draft/${draft._id}/schedule`;
  expect(await client.put(path, { scheduledTime: nextMonth() })).toMatchObject({
    status: 403,
    body: { code: 'LIMIT_EXCEEDED' },
  });
});
