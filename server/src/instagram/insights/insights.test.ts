import { beforeEach, expect, test } from 'vitest';
import { aScheduledPost } from '../../../testing/factories.ts';
import { DAY, HOUR, useInsights } from '../../../testing/insights.ts';
import { givePlan } from '../../../testing/plans.ts';
import { accountInsightState } from './insight-state.repository.ts';

const insights = useInsights();
beforeEach(() => insights.readInsights());

test('a post is read an hour after its publication, and its metrics grow by the day', async () => {
  const post = await insights.aPublishedPost('Vaso novo #ceramica #barro');
  await insights.readAfter(HOUR / 2);
  expect(await insights.countsOf(post)).toMatchObject({ reach: null, read_at: null, hashtags: 2 });
  await insights.readAfter(HOUR / 2);
  const first = await insights.countsOf(post);
  expect(first?.reach).toBeGreaterThan(0);
  expect(first).toMatchObject({ media_type: 'IMAGE', workspace_id: await insights.workspaceId() });
  await insights.readAfter(DAY);
  await insights.readAfter(DAY);
  const readings = await insights.readingsOf(post);
  expect(readings).toHaveLength(3);
  const reached = readings.map(({ reach }) => reach ?? 0);
  expect(reached).toEqual(reached.toSorted((one, other) => one - other));
  expect(reached[2]).toBeGreaterThan(reached[0] ?? 0);
  const { likes, comments, saved, shares, total_interactions: total } = readings[2] ?? {};
  expect(total).toBe((likes ?? 0) + (comments ?? 0) + (saved ?? 0) + (shares ?? 0));
  expect(await insights.countsOf(post)).toMatchObject({ reach: reached[2], likes, saved });
});

test('a post is not read again after its last reading', async () => {
  const post = await insights.aPublishedPost();
  await insights.readAfter(91 * DAY);
  expect(await insights.countsOf(post)).toMatchObject({ next_read_at: null });
  const calls = await insights.insightCalls('posts');
  await insights.readAfter(30 * DAY);
  expect(await insights.insightCalls('posts')).toBe(calls);
});

test('a story is read with the metrics of stories, and not after it has expired', async () => {
  const { client, world } = insights;
  const story = await aScheduledPost(world, client, { mediaType: 'STORIES', dueInMs: 300_000 });
  await insights.advanceUntil(story._id, 'published', 30_000);
  await insights.readAfter(6 * HOUR);
  const counts = await insights.countsOf(story._id);
  expect(counts?.reach).toBeGreaterThan(0);
  expect(counts).toMatchObject({ likes: null, saved: null });
  await insights.readAfter(DAY);
  expect(await insights.countsOf(story._id)).toMatchObject({
    reach: counts?.reach,
    next_read_at: null,
  });
});

test('a plan without analytics reads nothing, and one with analytics also reads older posts', async () => {
  const { client, world } = insights;
  await givePlan(world, client, 'free');
  const post = await insights.aPublishedPost();
  const calls = await insights.insightCalls();
  await insights.readAfter(5 * DAY);
  expect(await insights.insightCalls()).toBe(calls);
  expect(await insights.countsOf(post)).toBeUndefined();
  await givePlan(world, client, 'premium');
  await insights.readAfter(HOUR);
  expect((await insights.countsOf(post))?.reach).toBeGreaterThan(0);
  await givePlan(world, client, 'free');
  await insights.readAfter(30 * DAY);
  expect(await insights.readingsOf(post)).toHaveLength(1);
});

test('the last 30 days of a new account are read at once, and then one more each day', async () => {
  const workspace = await insights.workspaceId();
  const days = () =>
    insights.world.database.db
      .selectFrom('account_insights')
      .selectAll()
      .where('workspace_id', '=', workspace)
      .orderBy('day', 'desc')
      .execute();
  const first = await days();
  expect(first).toHaveLength(31);
  const [today, ...ended] = first;
  expect(today?.reach).toBeNull();
  expect(ended.every(({ reach }) => (reach ?? 0) > 0)).toBe(true);
  expect(first.map(({ followers }) => followers === null)).toEqual([
    false,
    ...Array.from({ length: 30 }, () => true),
  ]);
  for (let day = 0; day < 2; day += 1) await insights.readAfter(DAY);
  const later = await days();
  expect(later).toHaveLength(33);
  expect(later.slice(0, 4).map(({ followers }) => followers === null)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(later[0]?.followers).toBeGreaterThanOrEqual(first[0]?.followers ?? Infinity);
  const { issue, updatedAt } = await accountInsightState(insights.world.database.db, workspace);
  expect(issue).toBeNull();
  const readAt = later.map(({ read_at: at }) => at.getTime());
  expect(updatedAt?.getTime()).toBe(Math.max(...readAt));
});

test('a duplicate job and a lost job change nothing', async () => {
  const { services, database } = insights.world;
  const post = await insights.aPublishedPost();
  await insights.world.advanceTime(HOUR);
  await services.instagram.insights.enqueueDue();
  const [lost] = await services.platform.jobs.fetch('insights', 10);
  const id = lost?.data.connectionId ?? '';
  await services.platform.jobs.fail('insights', lost?.id ?? '', 'killed');
  // Its process held the lease when it died.
  await database.db
    .updateTable('insight_schedules')
    .set({ turn_until: new Date(insights.world.now().getTime() + 120_000) })
    .where('connection_id', '=', id)
    .execute();
  await insights.readInsights();
  expect(await insights.readingsOf(post)).toEqual([]);
  await insights.readAfter(180_000);
  await Promise.all([services.instagram.insights.read(id), services.instagram.insights.read(id)]);
  expect(await insights.readingsOf(post)).toHaveLength(1);
});

test('a stopped worker makes no further call', async () => {
  const post = await insights.aPublishedPost();
  await insights.world.advanceTime(HOUR);
  const { services } = insights.world;
  await services.instagram.insights.enqueueDue();
  const [job] = await services.platform.jobs.fetch('insights', 10);
  services.instagram.insights.stop();
  await services.instagram.insights.read(job?.data.connectionId ?? '');
  expect(await insights.readingsOf(post)).toEqual([]);
});
