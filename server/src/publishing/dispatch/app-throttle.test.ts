import { expect, test } from 'vitest';
import {
  aScheduledPost,
  aUser,
  authorize,
  connect,
  type Client,
} from '../../../testing/factories.ts';
import { HOUR, useInsights } from '../../../testing/insights.ts';
import { MINUTE } from '../../../testing/publishing-steps.ts';
import { createAppThrottle } from '../../instagram/graph/app-throttle.ts';
import { throttleApp } from '../../instagram/graph/app-throttle.repository.ts';

const engine = useInsights();

async function anotherOwner(): Promise<Client> {
  const owner = await aUser(engine.world);
  await connect(engine.world, owner, 'cafe.serra');
  return owner;
}

async function dispatch(): Promise<void> {
  await engine.world.services.publishing.dispatcher.run();
  await engine.world.services.publishing.dispatcher.settle();
}

const callCount = async () => (await engine.world.sandbox.calls()).length;

test('code 4 on one account holds the posts of all, and they are published once when it ends', async () => {
  const { world, client } = engine;
  const other = await anotherOwner();
  const refused = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
  const waiting = await aScheduledPost(world, other, { dueInMs: 6 * MINUTE });
  await engine.runSteps([refused, waiting], 2, 1500);
  await world.sandbox.fault('publish', '4', { username: 'atelie.barro' });
  await engine.advanceTo(refused);
  await dispatch();
  await engine.advanceTo(waiting);
  await dispatch();
  const calls = await callCount();
  for (const [post, owner] of [
    [refused, client],
    [waiting, other],
  ] as const) {
    const held = await engine.untilIssue(post._id, 10_000, owner);
    expect(held).toMatchObject({ status: 'pending', errorAction: 'wait' });
    expect(held.errorMessage).toContain('pediu uma pausa ao aplicativo');
    expect(new Date(held.forecastAt ?? 0).getTime()).toBeGreaterThan(world.now().getTime());
  }
  expect(await callCount()).toBe(calls);
  expect(await engine.publishCalls()).toBe(1);

  await engine.advanceUntil(waiting._id, 'published', 30_000, other);
  await engine.advanceUntil(refused._id, 'published', 30_000);
  expect(await engine.ledger()).toHaveLength(2);
  for (const { _id } of [refused, waiting]) {
    expect(await engine.row(_id)).toMatchObject({ publish_attempts: 1, delayed_by_others: true });
  }
  for (const owner of [client, other]) expect(await engine.deliverEmails(owner)).toEqual([]);
  const { db } = world.database;
  const accounts = db.selectFrom('instagram_accounts').select('throttle_reason').distinct();
  expect(await accounts.execute()).toEqual([{ throttle_reason: null }]);
});

test('code 4 on an account of one login holds none of the other, which has another app', async () => {
  const { world, client } = engine;
  const other = await aUser(world);
  const { end } = await authorize(world, other, 'lia.prates', { query: '?login=instagram' });
  expect(end).toBe('/connected?connected=true');
  for (const [refused, free, username] of [
    [client, other, 'atelie.barro'],
    [other, client, 'lia.prates'],
  ] as const) {
    const held = await aScheduledPost(world, refused, { dueInMs: 5 * MINUTE });
    const post = await aScheduledPost(world, free, { dueInMs: 6 * MINUTE });
    await engine.runSteps([held, post], 3, 1500);
    await world.sandbox.fault('publish', '4', { username });
    await engine.advanceTo(held);
    await dispatch();
    await engine.advanceTo(post);
    await dispatch();
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
    expect(await world.sandbox.published(held.caption)).toEqual([]);
    await engine.advanceUntil(held._id, 'published', 30_000, refused);
    await world.advanceTime(10 * MINUTE);
  }
});

test('a post that was claimed with the refused one is not sent', async () => {
  const posts = [await engine.aPreparedPost(), await engine.aPreparedPost({ dueInMs: 298_500 })];
  await engine.world.sandbox.fault('publish', '341');
  await engine.advanceToDueTime();
  expect(await engine.publishCalls()).toBe(1);
  for (const { _id } of posts) await engine.advanceUntil(_id, 'published', 30_000);
  expect(await engine.ledger()).toHaveLength(2);
});

test('an answer that reports all calls of the app as used holds the posts, too', async () => {
  const { world } = engine;
  const other = await anotherOwner();
  const post = await engine.aPreparedPost();
  const reading = await aScheduledPost(world, other, { dueInMs: 20 * MINUTE });
  await world.sandbox.settings({ appUsage: 100 });
  await engine.advance(reading._id);
  await world.sandbox.settings({ appUsage: 0 });
  await engine.advanceTo(post);
  await dispatch();
  expect(await engine.publishCalls()).toBe(0);
  await engine.advanceUntil(post._id, 'published', 30_000);
});

test('a post that came due during the throttle does not count as our miss', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.advanceTime(4 * MINUTE);
  await throttleApp(engine.world.database.db, 'facebook', '4', 80_000);
  await engine.advanceTo(post);
  await dispatch();
  expect(await engine.publishCalls()).toBe(0);
  for (let step = 0; step < 12 && (await engine.publishCalls()) === 0; step += 1) {
    await engine.world.advanceTime(4000);
    await dispatch();
  }
  expect(await engine.row(post._id)).toMatchObject({
    status: 'published',
    delayed_by_others: true,
    delayed_by_instagram: false,
  });
});

test('nor does a post that came due in the first of two throttles in a row', async () => {
  const post = await engine.aPreparedPost();
  const { db } = engine.world.database;
  await engine.world.advanceTime(4 * MINUTE);
  await throttleApp(db, 'facebook', '4', 80_000);
  await engine.world.advanceTime(90_000);
  await throttleApp(db, 'facebook', '4', 5 * MINUTE);
  await engine.world.advanceTime(5 * MINUTE);
  for (let step = 0; step < 12 && (await engine.publishCalls()) === 0; step += 1) {
    await engine.world.advanceTime(4000);
    await dispatch();
  }
  expect(await engine.row(post._id)).toMatchObject({
    status: 'published',
    delayed_by_others: true,
  });
});

test('a throttle after all accounts have continued is a new one', async () => {
  const { db } = engine.world.database;
  const since = async () =>
    (await db.selectFrom('instagram_apps').select('throttled_since').executeTakeFirst())
      ?.throttled_since;
  await throttleApp(db, 'facebook', '4', MINUTE);
  const first = await since();
  await engine.world.advanceTime(2 * MINUTE);
  await throttleApp(db, 'facebook', '4', MINUTE);
  expect(await since()).not.toEqual(first);
});

test('nothing else is read during the throttle', async () => {
  const { world, client } = engine;
  await engine.aPublishedPost();
  await world.advanceTime(HOUR);
  await throttleApp(world.database.db, 'facebook', '4', HOUR);
  const { db } = world.database;
  const soon = new Date(world.now().getTime() + HOUR);
  await db.updateTable('instagram_connections').set({ user_token_expires_at: soon }).execute();
  const calls = await callCount();
  await engine.readInsights();
  await world.services.publishing.readPermalinks();
  await world.services.instagram.maintainAccounts();
  await world.services.planning.manualPostDetection.detectManualPosts();
  expect((await client.get('/instagram/readiness?again=true')).status).toBe(200);
  expect((await client.get('/instagram/locations?q=Recife')).status).toBe(502);
  expect(await callCount()).toBe(calls);
  await engine.readAfter(HOUR + MINUTE);
  await world.services.publishing.readPermalinks();
  await world.services.instagram.maintainAccounts();
  expect(await callCount()).toBeGreaterThan(calls + 2);
});

test('an owner can log in during the throttle', async () => {
  await throttleApp(engine.world.database.db, 'facebook', '4', HOUR);
  expect(await connect(engine.world, engine.client)).toBe('/connected?connected=true');
});

test('answers of the same second write the throttle once, unless one asks for longer', async () => {
  const { database, serviceOptions } = engine.world;
  const { clock, log } = serviceOptions;
  let second = 0;
  const atSecond = { ...clock, monotonicMs: () => second * 1000, now: () => new Date(0) };
  const throttle = createAppThrottle('facebook', { database, clock: atSecond, log });
  const codeAfter = async (code: string, waitMs = 0) => {
    await throttle.begin({ code, waitMs });
    const row = database.db.selectFrom('instagram_apps').select('throttle_code');
    return (await row.executeTakeFirstOrThrow()).throttle_code;
  };
  expect(await codeAfter('4')).toBe('4');
  expect(await codeAfter('341')).toBe('4');
  expect(await codeAfter('app-usage', HOUR)).toBe('app-usage');
  second += 1;
  expect(await codeAfter('341')).toBe('341');
});

test('the accounts continue one after the other', async () => {
  const { world, client } = engine;
  const other = await anotherOwner();
  await throttleApp(world.database.db, 'facebook', '4', 5 * MINUTE);
  const ends = await Promise.all(
    [client, other].map(async (owner) => {
      const workspaceId = await engine.workspaceId(owner);
      const account = await world.services.instagram.accounts.accountOf(workspaceId);
      return account?.throttledUntil?.getTime() ?? 0;
    }),
  );
  const soonest = world.now().getTime() + 4 * MINUTE;
  expect(Math.min(...ends)).toBeGreaterThan(soonest);
  expect(new Set(ends).size).toBe(2);
});
