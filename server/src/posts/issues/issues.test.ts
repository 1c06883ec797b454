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
import { raiseError } from '../../../testing/posts-with-errors.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
const CAFE = 'cafe.serra';

type IssuesResponse = { issues: Issue[] };
const fetchIssues = async (client: Client = engine.client) =>
  dataOf(await client.get<IssuesResponse>('/issues')).issues;
type RetryResponse = IssuesResponse & {
  outcome: 'works' | 'restricted' | 'needs_reconnect' | 'unanswered';
};
const retry = (id: string) => engine.client.post<RetryResponse>(`/instagram/accounts/${id}/retry`);
const dismiss = (postIds: readonly string[], client: Client = engine.client) =>
  client.post<IssuesResponse>('/issues/dismissals', { postIds });
const aPost = (dueInMs: number) => aScheduledPost(engine.world, engine.client, { dueInMs });

async function aFailedPost() {
  await engine.world.sandbox.fault('create', '36003/2207009');
  const post = await aPost(MINUTE);
  await engine.advanceUntil(post._id, 'failed');
  return post;
}

test('no issue is listed while everything works', async () => {
  await aPost(HOUR);
  expect(await fetchIssues()).toEqual([]);
});

describe('access that was removed on Facebook', () => {
  test('is one issue with the account, the posts at risk and the first due time, until the account is connected again', async () => {
    const posts = [await aPost(2 * HOUR), await aPost(HOUR)];
    const before = engine.world.now().getTime();
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    const issues = await fetchIssues();
    expect(issues).toMatchObject([
      {
        kind: 'needs_reconnect',
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
    expect(Math.abs(Date.parse(issues[0]?.since ?? '') - before)).toBeLessThan(MINUTE);
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    expect((await fetchIssues())[0]?.since).toBe(issues[0]?.since);
    await connect(engine.world, engine.client);
    expect(await fetchIssues()).toEqual([]);
  });

  test('counts the posts that failed because of it, which are failures of their own after a reconnect', async () => {
    const post = await aPost(MINUTE);
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    await engine.advanceUntil(post._id, 'failed', 5 * MINUTE);
    expect(await fetchIssues()).toMatchObject([{ kind: 'needs_reconnect', total: 0, failed: 1 }]);
    await connect(engine.world, engine.client);
    expect(await fetchIssues()).toMatchObject([
      { kind: 'failed', postIds: [post._id], account: { username: 'atelie.barro' } },
    ]);
  });

  test('of one of several accounts puts only the posts of that account at risk', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    await connectAnother(engine.world, engine.client, CAFE);
    const ofFirst = await aPost(HOUR);
    await aScheduledPost(engine.world, engine.client, {
      dueInMs: HOUR,
      instagramAccountId: await idOf(CAFE),
    });
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    const issues = await fetchIssues();
    expect(issues).toMatchObject([
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
  sql`update instagram_accounts set throttle_reason = 'quota',
    throttled_until = app_now() + interval '1 hour'`.execute(engine.world.database.db);

async function containersMade(id: string): Promise<number> {
  const calls = await engine.world.sandbox.calls();
  return calls.filter(({ method, path }) => method === 'POST' && path.endsWith(`${id}/media`))
    .length;
}

describe('a retry creates no container while Instagram restricts nothing', () => {
  test.each<[string, RetryResponse['outcome'], () => Promise<unknown>]>([
    ['that publishes', 'works', async () => undefined],
    [
      'that must be reconnected',
      'needs_reconnect',
      () => engine.world.sandbox.removeApp('atelie.barro', 'remove'),
    ],
    ['that waits for its quota', 'unanswered', pauseForQuota],
  ])('for an account %s', async (_, outcome, happen) => {
    const id = await idOf('atelie.barro');
    await happen();
    const before = await containersMade(id);
    expect(dataOf(await retry(id)).outcome).toBe(outcome);
    expect(await containersMade(id)).toBe(before);
  });
});

describe('an account that Instagram restricts', () => {
  test('is one issue with its scheduled posts, which are published after a successful retry', async () => {
    await engine.world.sandbox.fault('create', '25/2207050');
    const post = await aPost(20 * MINUTE);
    const later = await aPost(30 * HOUR);
    await engine.untilIssue(post._id);
    const [issue] = await fetchIssues();
    expect(await fetchIssues()).toMatchObject([
      {
        kind: 'restricted',
        reason: expect.stringContaining('restringiu'),
        account: { username: 'atelie.barro' },
        postIds: [post._id, later._id],
        firstDue: post.scheduledTime,
        action: 'retry_account',
      },
    ]);
    const id = issue?.account?.instagramAccountId ?? '';
    const tried = dataOf(await retry(id));
    expect(tried).toEqual({ outcome: 'works', issues: [] });
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
  });

  test.each<[string, RetryResponse['outcome'], Issue['kind']]>([
    ['25/2207050', 'restricted', 'restricted'],
    ['190/460', 'needs_reconnect', 'needs_reconnect'],
    ['500-code2', 'unanswered', 'restricted'],
    ['4', 'unanswered', 'restricted'],
    ['36003/2207009', 'unanswered', 'restricted'],
    ['100/2207067', 'unanswered', 'restricted'],
  ])(
    'remains an issue when Instagram responds to a retry with %s',
    async (fault, outcome, kind) => {
      await engine.world.sandbox.fault('create', '25/2207050');
      const post = await aPost(20 * MINUTE);
      await engine.untilIssue(post._id);
      const id = await idOf('atelie.barro');
      await raiseError(engine, fault, 'create');
      const before = await containersMade(id);
      expect(dataOf(await retry(id))).toMatchObject({ outcome, issues: [{ kind }] });
      expect(await containersMade(id)).toBe(before + 1);
      expect(await fetchIssues()).toMatchObject([{ kind }]);
    },
  );

  test.each(['403-2207051', '368'])(
    'at the publish call (%s) remains an issue, because a retry publishes nothing',
    async (fault) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', fault);
      await engine.advanceToDueTime();
      await engine.advanceUntil(post._id, 'failed', 10_000);
      const id = await idOf('atelie.barro');
      const before = await containersMade(id);
      expect(dataOf(await retry(id))).toMatchObject({
        outcome: 'unanswered',
        issues: [{ kind: 'restricted' }],
      });
      expect(await containersMade(id)).toBe(before);
    },
  );

  test('is retried at most once a minute', async () => {
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

  test('is not retried for a workspace that has not connected it', async () => {
    await engine.world.sandbox.fault('create', '25/2207050');
    const post = await aPost(20 * MINUTE);
    await engine.untilIssue(post._id);
    const id = await idOf('atelie.barro');
    const stranger = await aUser(engine.world);
    expect(await stranger.post(`/instagram/accounts/${id}/retry`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await fetchIssues()).toMatchObject([{ kind: 'restricted' }]);
  });

  test('is no issue when the throttle ends by itself', async () => {
    await pauseForQuota();
    await aPost(HOUR);
    expect(await fetchIssues()).toEqual([]);
  });
});

test('an expired demonstration is no issue', async () => {
  const visitor = await aUser(engine.world);
  const post = await aScheduledPost(engine.world, visitor, { demo: true });
  await engine.advanceUntil(post._id, 'expired', 10 * MINUTE, visitor);
  expect(await fetchIssues(visitor)).toEqual([]);
});

describe('failures', () => {
  test('with one reason are one issue, and a dismissed failure stays dismissed but remains in the timeline', async () => {
    const [one, other] = [await aFailedPost(), await aFailedPost()];
    expect(await fetchIssues()).toMatchObject([
      { kind: 'failed', postIds: [one._id, other._id], total: 2, canDismiss: true },
    ]);
    expect(dataOf(await dismiss([one._id, other._id])).issues).toEqual([]);
    expect(await fetchIssues()).toEqual([]);
    expect(await engine.fetchPost(one._id)).toMatchObject({ status: 'failed' });
    const third = await aFailedPost();
    expect(await fetchIssues()).toMatchObject([{ postIds: [third._id], total: 1 }]);
  });

  test('appear again when the same post fails again', async () => {
    const post = await aFailedPost();
    dataOf(await dismiss([post._id]));
    await engine.world.sandbox.fault('create', '36003/2207009');
    expect((await engine.publishNow(post._id)).status).toBe(202);
    await engine.advanceUntil(post._id, 'failed');
    expect(await fetchIssues()).toMatchObject([{ postIds: [post._id] }]);
  });

  test('disappear once their post is published', async () => {
    const post = await aFailedPost();
    expect(await fetchIssues()).toHaveLength(1);
    await engine.publishNow(post._id);
    await engine.advanceUntil(post._id, 'published');
    expect(await fetchIssues()).toEqual([]);
  });

  test('cannot be dismissed before they exist or from another workspace', async () => {
    const waiting = await aPost(HOUR);
    dataOf(await dismiss([waiting._id]));
    const failed = await aFailedPost();
    expect(await dismiss([failed._id], await aConnectedUser(engine.world))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await dismiss([failed._id, newId()])).toMatchObject({ status: 404 });
    expect(await fetchIssues()).toMatchObject([{ postIds: [failed._id] }]);
  });

  test.each([[[]], [['nonsense']], [Array.from({ length: 201 }, () => newId())]])(
    'are dismissed by their ids, and not by %j',
    async (postIds) => {
      expect(await dismiss(postIds)).toMatchObject({ status: 400 });
    },
  );

  test('are visible to a viewer, who cannot dismiss them', async () => {
    const failed = await aFailedPost();
    await givePlan(engine.world, engine.client, 'pro');
    const viewer = await aUser(engine.world);
    await addMember(engine.world, engine.client, viewer, 'viewer');
    expect(await fetchIssues(viewer)).toMatchObject([{ postIds: [failed._id] }]);
    expect(await dismiss([failed._id], viewer)).toMatchObject({
      status: 403,
      body: { code: 'ROLE_NOT_ALLOWED' },
    });
    const id = await idOf('atelie.barro');
    expect(await viewer.post(`/instagram/accounts/${id}/retry`)).toMatchObject({ status: 403 });
  });
});
