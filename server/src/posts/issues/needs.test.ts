import type { Issue } from '@pontual/contract/posts/issues.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  connect,
  connectAnother,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
const CAFE = 'cafe.serra';

type NeedsResponse = { needs: Issue[] };
const fetchNeeds = async (client: Client = engine.client) =>
  dataOf(await client.get<NeedsResponse>('/needs')).needs;
type RetryResponse = NeedsResponse & {
  outcome: 'works' | 'restricted' | 'disconnected' | 'unanswered';
};
const retry = (id: string) => engine.client.post<RetryResponse>(`/instagram/accounts/${id}/retry`);
const dismiss = (postIds: readonly string[], client: Client = engine.client) =>
  client.post<NeedsResponse>('/needs/dismissals', { postIds });
const aPost = (dueInMs: number) => aScheduledPost(engine.world, engine.client, { dueInMs });

/** A post that Instagram refuses for its picture. */
async function aFailedPost() {
  await engine.world.sandbox.fault('create', '36003/2207009');
  const post = await aPost(MINUTE);
  await engine.advanceUntil(post._id, 'failed');
  return post;
}

test('nothing needs the user while all is well', async () => {
  await aPost(HOUR);
  expect(await fetchNeeds()).toEqual([]);
});

describe('access that was removed at Facebook', () => {
  test('is one need with the account, the posts at risk and the first due time, until it is connected again', async () => {
    const posts = [await aPost(2 * HOUR), await aPost(HOUR)];
    const before = engine.world.now().getTime();
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    const needs = await fetchNeeds();
    expect(needs).toMatchObject([
      {
        kind: 'disconnected',
        severity: 'now',
        account: { username: 'atelie.barro' },
        postIds: [posts[1]?._id, posts[0]?._id],
        total: 2,
        failed: 0,
        firstDue: posts[1]?.scheduledTime,
        action: 'reconnect',
        canDismiss: false,
      },
    ]);
    expect(Math.abs(Date.parse(needs[0]?.since ?? '') - before)).toBeLessThan(MINUTE);
    // Said once more it is since the first time.
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    expect((await fetchNeeds())[0]?.since).toBe(needs[0]?.since);
    await connect(engine.world, engine.client);
    expect(await fetchNeeds()).toEqual([]);
  });

  test('counts what failed because of it, which is a failure of its own once it is connected again', async () => {
    const post = await aPost(MINUTE);
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    await engine.advanceUntil(post._id, 'failed', 5 * MINUTE);
    expect(await fetchNeeds()).toMatchObject([{ kind: 'disconnected', total: 0, failed: 1 }]);
    await connect(engine.world, engine.client);
    expect(await fetchNeeds()).toMatchObject([
      { kind: 'failed', postIds: [post._id], account: { username: 'atelie.barro' } },
    ]);
  });

  test('of one of several accounts puts only its own posts at risk', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    await connectAnother(engine.world, engine.client, CAFE);
    const ofFirst = await aPost(HOUR);
    await aScheduledPost(engine.world, engine.client, {
      dueInMs: HOUR,
      instagramAccountId: await idOf(CAFE),
    });
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    const needs = await fetchNeeds();
    expect(needs).toMatchObject([
      { account: { username: 'atelie.barro' }, postIds: [ofFirst._id], total: 1 },
    ]);
  });
});

async function idOf(username: string): Promise<string> {
  const { accounts } = dataOf(
    await engine.client.get<{ accounts: { instagramAccountId: string; username: string }[] }>(
      '/instagram/accounts',
    ),
  );
  return accounts.find((account) => account.username === username)?.instagramAccountId ?? '';
}

const pauseForQuota = () =>
  sql`update instagram_accounts set paused_reason = 'quota',
    paused_until = app_now() + interval '1 hour'`.execute(engine.world.database.db);

/** How many containers the account was asked to make. */
async function containersMade(id: string): Promise<number> {
  const calls = await engine.world.sandbox.calls();
  return calls.filter(({ method, path }) => method === 'POST' && path.endsWith(`${id}/media`))
    .length;
}

describe('a test of an account that Instagram does not restrict makes no container', () => {
  test.each<[string, RetryResponse['outcome'], () => Promise<unknown>]>([
    ['that publishes', 'works', async () => undefined],
    [
      'that is disconnected',
      'disconnected',
      () => engine.world.sandbox.removeApp('atelie.barro', 'remove'),
    ],
    ['that waits for its quota', 'unanswered', pauseForQuota],
  ])('%s', async (_, outcome, happen) => {
    const id = await idOf('atelie.barro');
    await happen();
    const before = await containersMade(id);
    expect(dataOf(await retry(id)).outcome).toBe(outcome);
    expect(await containersMade(id)).toBe(before);
  });
});

describe('an account that Instagram restricts', () => {
  test('is one need with all that waits for it, and its posts go out once it is tried again', async () => {
    await engine.world.sandbox.fault('create', '25/2207050');
    const post = await aPost(20 * MINUTE);
    const later = await aPost(30 * HOUR);
    await engine.untilIssue(post._id);
    const [need] = await fetchNeeds();
    expect(await fetchNeeds()).toMatchObject([
      {
        kind: 'restricted',
        reason: expect.stringContaining('restringiu'),
        account: { username: 'atelie.barro' },
        postIds: [post._id, later._id],
        firstDue: post.scheduledTime,
        action: 'retry_account',
      },
    ]);
    const id = need?.account?.instagramAccountId ?? '';
    const tried = dataOf(await retry(id));
    expect(tried).toEqual({ outcome: 'works', needs: [] });
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
  });

  test.each<[string, RetryResponse['outcome'], Issue['kind']]>([
    ['25/2207050', 'restricted', 'restricted'],
    ['190/460', 'disconnected', 'disconnected'],
    ['500-code2', 'unanswered', 'restricted'],
    ['4', 'unanswered', 'restricted'],
    ['36003/2207009', 'unanswered', 'restricted'],
    ['100/2207067', 'unanswered', 'restricted'],
  ])('stays a need where Instagram answers a test with %s', async (fault, outcome, kind) => {
    await engine.world.sandbox.fault('create', '25/2207050');
    const post = await aPost(20 * MINUTE);
    await engine.untilIssue(post._id);
    const id = await idOf('atelie.barro');
    await engine.world.sandbox.fault('create', fault, { username: 'atelie.barro' });
    const before = await containersMade(id);
    expect(dataOf(await retry(id))).toMatchObject({ outcome, needs: [{ kind }] });
    expect(await containersMade(id)).toBe(before + 1);
    expect(await fetchNeeds()).toMatchObject([{ kind }]);
  });

  test.each(['403-2207051', '368'])(
    'as it publishes (%s) stays a need: a test publishes nothing, and so tells nothing',
    async (fault) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', fault);
      await engine.advanceToDueTime();
      await engine.advanceUntil(post._id, 'failed', 10_000);
      const id = await idOf('atelie.barro');
      const before = await containersMade(id);
      expect(dataOf(await retry(id))).toMatchObject({
        outcome: 'unanswered',
        needs: [{ kind: 'restricted' }],
      });
      expect(await containersMade(id)).toBe(before);
    },
  );

  test('is tried once a minute', async () => {
    await engine.world.sandbox.fault('create', '25/2207050', { times: 2 });
    const post = await aPost(20 * MINUTE);
    await engine.untilIssue(post._id);
    const id = await idOf('atelie.barro');
    expect(dataOf(await retry(id)).outcome).toBe('restricted');
    expect(await retry(id)).toMatchObject({
      status: 429,
      body: {
        code: 'RATE_LIMITED',
        message: 'Esta conta acabou de ser testada. Aguarde 1 minuto e teste de novo.',
      },
    });
    await engine.world.advanceTime(MINUTE + 1000);
    expect(dataOf(await retry(id)).outcome).toBe('works');
  });

  test('is not tried again for a workspace that has not connected it', async () => {
    await engine.world.sandbox.fault('create', '25/2207050');
    const post = await aPost(20 * MINUTE);
    await engine.untilIssue(post._id);
    const id = await idOf('atelie.barro');
    const stranger = await aUser(engine.world);
    expect(await stranger.post(`/instagram/accounts/${id}/retry`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await fetchNeeds()).toMatchObject([{ kind: 'restricted' }]);
  });

  test('a pause that passes by itself is no need', async () => {
    await pauseForQuota();
    await aPost(HOUR);
    expect(await fetchNeeds()).toEqual([]);
  });
});

test('a demonstration that has ended needs nothing', async () => {
  const visitor = await aUser(engine.world);
  const post = await aScheduledPost(engine.world, visitor, { demo: true });
  await engine.advanceUntil(post._id, 'expired', 10 * MINUTE, visitor);
  expect(await fetchNeeds(visitor)).toEqual([]);
});

describe('failures', () => {
  test('of one reason are one need, and each that is dismissed stays away, in its place in the timeline', async () => {
    const [one, other] = [await aFailedPost(), await aFailedPost()];
    expect(await fetchNeeds()).toMatchObject([
      { kind: 'failed', postIds: [one._id, other._id], total: 2, canDismiss: true },
    ]);
    expect(dataOf(await dismiss([one._id, other._id])).needs).toEqual([]);
    expect(await fetchNeeds()).toEqual([]);
    expect(await engine.fetchPost(one._id)).toMatchObject({ status: 'failed' });
    // Another one is news, and it alone.
    const third = await aFailedPost();
    expect(await fetchNeeds()).toMatchObject([{ postIds: [third._id], total: 1 }]);
  });

  test('come back when the same post fails again', async () => {
    const post = await aFailedPost();
    dataOf(await dismiss([post._id]));
    await engine.world.sandbox.fault('create', '36003/2207009');
    expect((await engine.publishNow(post._id)).status).toBe(202);
    await engine.advanceUntil(post._id, 'failed');
    expect(await fetchNeeds()).toMatchObject([{ postIds: [post._id] }]);
  });

  test('leave by themselves once their post is published', async () => {
    const post = await aFailedPost();
    expect(await fetchNeeds()).toHaveLength(1);
    await engine.publishNow(post._id);
    await engine.advanceUntil(post._id, 'published');
    expect(await fetchNeeds()).toEqual([]);
  });

  test('cannot be dismissed before they exist, nor from another workspace', async () => {
    const waiting = await aPost(HOUR);
    dataOf(await dismiss([waiting._id]));
    const failed = await aFailedPost();
    expect(await dismiss([failed._id], await aConnectedUser(engine.world))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    // All of those named, or none.
    expect(await dismiss([failed._id, newId()])).toMatchObject({ status: 404 });
    expect(await fetchNeeds()).toMatchObject([{ postIds: [failed._id] }]);
  });

  test.each([[[]], [['nonsense']], [Array.from({ length: 201 }, () => newId())]])(
    'are dismissed by their ids, and not by %j',
    async (postIds) => {
      expect(await dismiss(postIds)).toMatchObject({ status: 400 });
    },
  );

  test('a viewer sees them and cannot dismiss them', async () => {
    const failed = await aFailedPost();
    await givePlan(engine.world, engine.client, 'pro');
    const viewer = await aUser(engine.world);
    await addMember(engine.world, engine.client, viewer, 'viewer');
    expect(await fetchNeeds(viewer)).toMatchObject([{ postIds: [failed._id] }]);
    expect(await dismiss([failed._id], viewer)).toMatchObject({
      status: 403,
      body: { code: 'ROLE_NOT_ALLOWED' },
    });
    const id = await idOf('atelie.barro');
    expect(await viewer.post(`/instagram/accounts/${id}/retry`)).toMatchObject({ status: 403 });
  });
});
