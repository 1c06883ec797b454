import { beforeEach, expect, test } from 'vitest';
import { aScheduledPost, connect, dataOf, PASSWORD } from '../../../testing/factories.ts';
import { DAY, HOUR, useInsights } from '../../../testing/insights.ts';
import { MINUTE } from '../../../testing/publishing-steps.ts';
import { accountInsightState } from './insight-state.repository.ts';

const insights = useInsights();
beforeEach(() => insights.readInsights());

const fault = (code: string, times = 1) =>
  insights.world.sandbox.fault('insights', code, { times });
const isRead = async (postId: string) => (await insights.countsOf(postId))?.read_at != null;
const state = async () =>
  accountInsightState(insights.world.database.db, await insights.workspaceId());

test.each([
  ['4', 2 * HOUR],
  ['17', 2 * HOUR],
  ['32', 2 * HOUR],
  ['613', 2 * HOUR],
  ['80002', 2 * HOUR],
  ['2', 2 * HOUR],
  ['190/460', 2 * HOUR],
  ['100/33', 6 * HOUR],
])('after error %s no call is made for a while, and then the posts are read', async (code, ms) => {
  const posts = [await insights.aPublishedPost(), await insights.aPublishedPost()];
  await fault(code);
  const before = await insights.insightCalls('posts');
  await insights.readAfter(HOUR);
  // A read with error 100/33 is repeated with the owner's own token, and then the other post is read.
  expect((await insights.insightCalls('posts')) - before).toBeLessThanOrEqual(3);
  const known = await Promise.all(posts.map(isRead));
  await insights.readAfter(5 * MINUTE);
  expect(await Promise.all(posts.map(isRead))).toEqual(known);
  await insights.readAfter(ms);
  expect(await Promise.all(posts.map(isRead))).toEqual([true, true]);
  expect((await state()).issue).toBeNull();
});

test('the last reading of a story is postponed after an error, too', async () => {
  const { client, world } = insights;
  const story = await aScheduledPost(world, client, { mediaType: 'STORIES', dueInMs: 300_000 });
  await insights.advanceUntil(story._id, 'published', 30_000);
  await insights.readInsights();
  await fault('2');
  await insights.readAfter(23.6 * HOUR);
  expect(await isRead(story._id)).toBe(false);
  await insights.readAfter(16 * MINUTE);
  expect(await isRead(story._id)).toBe(true);
});

test('a day that Instagram refuses does not block older days', async () => {
  const { db } = insights.world.database;
  const workspaceId = await insights.workspaceId();
  await db.deleteFrom('account_insights').where('workspace_id', '=', workspaceId).execute();
  // Otherwise the days are read only at night.
  await db
    .updateTable('insight_schedules')
    .set({ days_at: new Date(0) })
    .execute();
  await fault('100');
  await insights.readAfter(DAY);
  const days = await db
    .selectFrom('account_insights')
    .select('reach')
    .where('workspace_id', '=', workspaceId)
    .orderBy('day', 'desc')
    .execute();
  const [today, yesterday, ...older] = days.map(({ reach }) => reach !== null);
  expect([today, yesterday]).toEqual([false, false]);
  expect(older).toEqual(Array.from({ length: 29 }, () => true));
});

test('a rate-limited account does not delay other accounts, and the app limit delays all', async () => {
  const rests = () => insights.world.database.db.selectFrom('insight_holds').select('subject');
  await insights.aPublishedPost();
  await fault('80002');
  await insights.readAfter(HOUR);
  const [account] = await rests().execute();
  expect(account?.subject).toMatch(/^1784/);
  await fault('4');
  await insights.readAfter(2 * HOUR);
  expect(await rests().execute()).toEqual([{ subject: 'facebook' }]);
});

test('half of the allowance stays free for publishing', async () => {
  await insights.aPublishedPost();
  await insights.aPublishedPost();
  const before = await insights.insightCalls('posts');
  await insights.world.sandbox.settings({ accountUsage: 50 });
  await insights.readAfter(HOUR);
  expect(await insights.insightCalls('posts')).toBe(before + 1);
  await insights.world.sandbox.settings({ accountUsage: 49 });
  await insights.readAfter(30 * MINUTE);
  expect(await insights.insightCalls('posts')).toBe(before + 1);
  await insights.readAfter(31 * MINUTE);
  expect(await insights.insightCalls('posts')).toBe(before + 2);
});

test('no reading of an account runs near the due time of its post', async () => {
  const read = await insights.aPublishedPost();
  await insights.world.advanceTime(HOUR - 10 * MINUTE);
  const due = await insights.aPreparedPost({ dueInMs: 12 * MINUTE });
  await insights.advanceTo(due, 130_000);
  await insights.readInsights();
  expect(await isRead(read)).toBe(false);
  await insights.advanceTo(due);
  await insights.world.services.publishing.dispatcher.run();
  await insights.world.services.publishing.dispatcher.settle();
  await insights.readAfter(50_000);
  expect(await isRead(read)).toBe(false);
  await insights.readAfter(20_000);
  expect(await isRead(read)).toBe(true);
});

test('a metric that Instagram does not report stays unknown and is read again at the usual interval', async () => {
  const few = await insights.aPublishedPost('Vaso #poucaaudiencia');
  const none = await insights.aPublishedPost('Vaso #semdados');
  const other = await insights.aPublishedPost();
  await insights.readAfter(HOUR);
  for (const post of [few, none]) {
    const counts = await insights.countsOf(post);
    expect(counts).toMatchObject({ reach: null, total_interactions: null });
    expect(counts?.read_at).not.toBeNull();
    expect(counts?.next_read_at?.getTime()).toBeGreaterThan(insights.world.now().getTime());
    expect(await insights.readingsOf(post)).toEqual([]);
  }
  expect((await insights.countsOf(other))?.reach).toBeGreaterThan(0);
  expect((await state()).issue).toBeNull();
});

test('an account without the insights permission still publishes, reports the issue, and recovers after a reconnection', async () => {
  const { client, world } = insights;
  expect(await connect(world, client, 'Sem acesso às métricas')).toBe('/connected?connected=true');
  const post = await insights.aPublishedPost();
  await insights.readAfter(HOUR);
  expect((await state()).issue).toBe('permission');
  expect(await isRead(post)).toBe(false);
  const calls = await insights.insightCalls();
  await insights.readAfter(DAY);
  expect(await insights.insightCalls()).toBe(calls);
  await connect(world, client);
  expect((await state()).issue).toBeNull();
  await insights.readAfter(2 * HOUR);
  expect(await isRead(post)).toBe(true);
  expect((await state()).issue).toBeNull();
});

test('a revoked permission is checked once a week', async () => {
  const { world } = insights;
  const post = await insights.aPublishedPost();
  await fault('200', 1);
  await world.sandbox.fault('permissions', 'without:instagram_manage_insights');
  await insights.readAfter(HOUR);
  expect((await state()).issue).toBe('permission');
  const calls = await insights.insightCalls();
  await insights.readAfter(6 * DAY);
  expect(await insights.insightCalls()).toBe(calls);
  await insights.readAfter(DAY);
  expect(await insights.insightCalls()).toBe(calls + 1);
  expect(await isRead(post)).toBe(false);
});

test('insights are deleted at a data deletion request of Meta', async () => {
  const { db } = insights.world.database;
  const post = await insights.aPublishedPost();
  await insights.readAfter(HOUR);
  expect(await insights.readingsOf(post)).toHaveLength(1);
  await insights.world.sandbox.removeApp('atelie.barro', 'delete');
  await insights.readAfter(DAY);
  expect(await insights.readingsOf(post)).toEqual([]);
  expect(await insights.countsOf(post)).toBeUndefined();
  const days = db.selectFrom('account_insights').selectAll();
  const workspaceId = await insights.workspaceId();
  expect(await days.where('workspace_id', '=', workspaceId).execute()).toEqual([]);
});

test('insights are deleted with the user account', async () => {
  const { client, world } = insights;
  await insights.aPublishedPost();
  await insights.readAfter(HOUR);
  const { db } = world.database;
  const workspaceId = await insights.workspaceId();
  const storedInsights = async () => ({
    posts: await db.selectFrom('post_insights').selectAll().execute(),
    readings: await db.selectFrom('post_insight_readings').selectAll().execute(),
    days: await db
      .selectFrom('account_insights')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute(),
  });
  expect((await storedInsights()).days).not.toEqual([]);
  dataOf(await client.post('/account/deletion', { password: PASSWORD }));
  const { id } = await db
    .selectFrom('deletions')
    .select('id')
    .where('kind', '=', 'account')
    .executeTakeFirstOrThrow();
  await world.services.privacy.deletions.run(id);
  expect(await storedInsights()).toEqual({ posts: [], readings: [], days: [] });
});

test('insights stay when the account is disconnected, and no further call is made', async () => {
  const { client } = insights;
  const post = await insights.aPublishedPost();
  await insights.readAfter(HOUR);
  const known = await insights.countsOf(post);
  dataOf(await client.post('/auth/instagram/disconnect'));
  expect((await state()).issue).toBe('not_connected');
  const calls = await insights.insightCalls();
  await insights.readAfter(5 * DAY);
  expect(await insights.insightCalls()).toBe(calls);
  expect(await insights.countsOf(post)).toEqual(known);
  expect((await state()).updatedAt).not.toBeNull();
});
