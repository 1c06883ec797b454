import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConnectedUser, aScheduledPost, fetchPost, type Client } from '../../testing/factories.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { startWorker } from './worker.ts';

let world: World;
let worker: ReturnType<typeof startWorker>;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
  worker = startWorker(world.services);
});
afterAll(async () => {
  await worker.close();
  await world.stop();
});

const statusOf = async (postId: string) => (await fetchPost(client, postId)).status;

const isReady = async (postId: string) => (await fetchPost(client, postId)).ready;

test('recovery advances a post whose jobs were all lost', async () => {
  await worker.close();
  const post = await aScheduledPost(world, client, { dueInMs: 30 * 60_000 });
  await sql`delete from pgboss.job`.execute(world.database.db);
  await sql`update publications set next_step_at = app_now() - interval '1 minute'
    where post_id = ${post._id}`.execute(world.database.db);
  worker = startWorker(world.services);
  await expect.poll(() => isReady(post._id), { timeout: 20_000 }).toBe(true);
});

test('maintenance looks up a payment issue whose job has given up', async () => {
  const { db } = world.database;
  await worker.close();
  await sql`insert into payment_issue_reports (id, woken_at)
    values ('du_parada', app_now() - interval '25 hours')`.execute(db);
  worker = startWorker(world.services);
  const reports = () => db.selectFrom('payment_issue_reports').select('id').execute();
  await expect.poll(reports, { timeout: 20_000 }).toEqual([]);
});

test('the product reports ready while the worker runs', async () => {
  const response = await fetch(`${world.url}/readyz`);
  expect([response.status, await response.json()]).toEqual([200, { ready: true, faults: [] }]);
});

test('closing waits for the publish call in progress, and the post is published once', async () => {
  const post = await aScheduledPost(world, client, { dueInMs: 2500 });
  await world.sandbox.fault('publish', 'slow', { delayMs: 1500 });
  const wasSent = async () => (await world.sandbox.published(post.caption)).length > 0;
  await expect.poll(wasSent, { timeout: 20_000 }).toBe(true);
  await worker.close();
  expect(await statusOf(post._id)).toBe('published');
  expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  worker = startWorker(world.services);
});

// This test comes last: pg-boss has its own clock, which stays behind the test clock.
test('the worker publishes each post once and never early, and then reads its permalink', async () => {
  const posts = await Promise.all(
    [60_000, 60_100, 60_500].map((dueInMs) => aScheduledPost(world, client, { dueInMs })),
  );
  for (const { _id } of posts) {
    await expect.poll(() => isReady(_id), { timeout: 20_000 }).toBe(true);
  }
  const hours = posts
    .map((post) => new Date(post.scheduledTime ?? 0).getTime())
    .sort((a, b) => a - b);
  await world.advanceTime((hours[0] ?? 0) - 2000 - world.now().getTime());
  for (const post of posts) {
    await expect.poll(() => statusOf(post._id), { timeout: 20_000 }).toBe('published');
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  }
  const calls = await world.sandbox.calls();
  const sent = calls.filter(({ path }) => path.endsWith('/media_publish')).slice(-posts.length);
  sent.forEach(({ time }, index) => expect(time).toBeGreaterThanOrEqual(hours[index] ?? Infinity));
  for (const { _id } of posts) {
    await expect
      .poll(async () => (await fetchPost(client, _id)).permalink, { timeout: 20_000 })
      .toContain('/p/');
  }
});
