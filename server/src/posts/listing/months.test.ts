import { formatMonthName, monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
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
  // The next month must be at least a day away and within the range of the plan.
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
const nextMonth = (hours = 1) =>
  new Date(monthOf(world.now()).to.getTime() + hours * HOUR).toISOString();
const move = (postId: string, scheduledTime: string) =>
  client.put(`/scheduled/${postId}`, aFormOf({ scheduledTime }));

async function fillNextMonth(count: number): Promise<void> {
  await sql`
    with created as (
      insert into posts (id, workspace_id, created_by, media_type, scheduled_time)
      select gen_random_uuid(), m.workspace_id, m.user_id, 'IMAGE', ${nextMonth(0.5)}
      from generate_series(1, ${count}::int), workspace_members m
      where m.user_id = ${client.user._id}
      returning *)
    insert into publications (${copiedColumns}, state, next_step_at)
    select ${copiesOfPost}, 'preparing', scheduled_time from created`.execute(world.database.db);
}

test('a post cannot be moved into a full month and stays unchanged', async () => {
  const post = await aScheduledPost(world, client, { dueInMs: 120_000 });
  await fillNextMonth(PRO_POSTS);
  const { body, status } = await move(post._id, nextMonth());
  const month = formatMonthName(new Date(nextMonth()));
  expect([status, body]).toMatchObject([403, { code: 'LIMIT_EXCEEDED' }]);
  expect(body).toMatchObject({ message: expect.stringContaining(`50 posts de ${month}`) });
  expect((await fetchPost(client, post._id)).scheduledTime).toBe(post.scheduledTime);
});

test('only one of two simultaneous moves gets the last post of a month', async () => {
  const posts = [await aScheduledPost(world, client), await aScheduledPost(world, client)];
  await fillNextMonth(PRO_POSTS - 1);
  const answers = await Promise.all(posts.map(({ _id }) => move(_id, nextMonth())));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
});

test('a moved post no longer counts in its old month and can be moved within a full month', async () => {
  await fillNextMonth(PRO_POSTS - 1);
  const post = await aScheduledPost(world, client);
  expect((await move(post._id, nextMonth(1))).status).toBe(200);
  expect((await move(post._id, nextMonth(5))).status).toBe(200);
  expect((await move(post._id, post.scheduledTime ?? '')).status).toBe(200);
  const other = await aScheduledPost(world, client);
  expect((await move(other._id, nextMonth(1))).status).toBe(200);
});

test('a draft can get, lose and change a due time in a full month, but cannot be scheduled in it', async () => {
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
