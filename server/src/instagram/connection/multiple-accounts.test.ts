import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aUser,
  beginAuthorization,
  connect,
  connectAnother,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const [FIRST, SECOND] = ['atelie.barro', 'cafe.serra'];
const THIRD = 'padaria.trigo';

const accountsOf = async (client: Client) =>
  dataOf(await client.get<{ accounts: InstagramAccount[]; limit: number }>('/instagram/accounts'));
const namesOf = async (client: Client) =>
  (await accountsOf(client)).accounts.map(({ username }) => username);
const me = async (client: Client) => dataOf(await client.get<{ user: User }>('/auth/me')).user;

async function idOf(username: string, client = engine.client): Promise<string> {
  const { accounts } = await accountsOf(client);
  const found = accounts.find((account) => account.username === username);
  if (found === undefined) throw new Error(`${username} is not connected`);
  return found.instagramAccountId;
}

async function twoAccounts(): Promise<[string, string]> {
  await givePlan(engine.world, engine.client, 'pro');
  expect(await connectAnother(engine.world, engine.client, SECOND)).toBe(
    '/connected?connected=true',
  );
  return [await idOf(FIRST), await idOf(SECOND)];
}

const listed = async (query: string) =>
  dataOf(await engine.client.get<{ posts: Post[] }>(`/scheduled?${query}`)).posts.map(
    ({ _id }) => _id,
  );

async function accountsPublishedOn(post: Post): Promise<string[]> {
  const ledger = await engine.ledger();
  return ledger.flatMap(({ caption, username }) => (caption === post.caption ? [username] : []));
}

test('an added account follows the first one, which stays the default of the workspace', async () => {
  const before = await me(engine.client);
  await twoAccounts();
  expect(await namesOf(engine.client)).toEqual([FIRST, SECOND]);
  expect(await me(engine.client)).toMatchObject({
    instagramAccountId: before.instagramAccountId,
    instagramUsername: FIRST,
    instagramConnectedAt: before.instagramConnectedAt,
    accounts: 2,
  });
});

test('reconnecting the first account renews it at its position', async () => {
  await twoAccounts();
  await connect(engine.world, engine.client, FIRST);
  expect(await namesOf(engine.client)).toEqual([FIRST, SECOND]);
});

test('a login with another account replaces the only account unless one more was requested', async () => {
  await givePlan(engine.world, engine.client, 'premium');
  await connect(engine.world, engine.client, SECOND);
  expect(await namesOf(engine.client)).toEqual([SECOND]);
});

test('a free workspace may connect one account, and the error names the upgrade', async () => {
  expect(await engine.client.get('/auth/instagram-url?another=true')).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_LIMIT', message: expect.stringContaining('mude de plano') },
  });
  expect((await accountsOf(engine.client)).limit).toBe(1);
});

test('only one of two concurrent connections takes the last free place of the plan', async () => {
  await engine.world.sandbox.createAccount(THIRD);
  await engine.world.sandbox.createAccount('floricultura.lis');
  await twoAccounts();
  // Both begin while there is room: afterwards the limit refuses to begin another.
  const begun = await Promise.all(
    [THIRD, 'floricultura.lis'].map(async (name) => ({
      name,
      authorization: await beginAuthorization(engine.world, engine.client, '?another=true'),
    })),
  );
  const ends = await Promise.all(
    begun.map(({ name, authorization }) =>
      connectAnother(engine.world, engine.client, name, authorization),
    ),
  );
  expect(ends.toSorted()).toEqual([
    '/connected?connected=true',
    '/dashboard?error=account_limit&another=true',
  ]);
  expect(await namesOf(engine.client)).toHaveLength(3);
});

test('posts are published on the chosen account, and on the first one without a choice', async () => {
  const [first, second] = await twoAccounts();
  const plain = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
  const chosen = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 5 * MINUTE,
    instagramAccountId: second,
  });
  expect([plain.instagramAccountId, chosen.instagramAccountId]).toEqual([first, second]);
  await engine.runSteps([plain, chosen], 6, 70_000);
  await engine.advanceUntil(plain._id, 'published');
  await engine.advanceUntil(chosen._id, 'published');
  expect([await accountsPublishedOn(plain), await accountsPublishedOn(chosen)]).toEqual([
    [FIRST],
    [SECOND],
  ]);
});

test('a prepared post that is moved to another account is published only there', async () => {
  const [, second] = await twoAccounts();
  const post = await engine.aPreparedPost();
  const moved = dataOf(
    await engine.client.put(`/scheduled/${post._id}`, aFormOf({ instagramAccountId: second })),
  ).post;
  expect(moved).toMatchObject({ instagramAccountId: second, ready: false });
  await engine.advanceUntil(post._id, 'published', 20_000);
  expect(await accountsPublishedOn(post)).toEqual([SECOND]);
});

test('a draft stores its account and is scheduled on it', async () => {
  const [, second] = await twoAccounts();
  const draft = await aDraft(engine.client, { caption: 'Rascunho', instagramAccountId: second });
  expect(draft.instagramAccountId).toBe(second);
  const scheduledTime = new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();
  const path = `/schedule/draft/${draft._id}/schedule`;
  const { post } = dataOf(await engine.client.put(path, { scheduledTime }));
  expect(post).toMatchObject({ status: 'scheduled', instagramAccountId: second });
});

test('scheduling on a disconnected account is refused with a reason', async () => {
  const [, second] = await twoAccounts();
  const draft = await aDraft(engine.client, { instagramAccountId: second });
  await engine.client.post(`/auth/instagram/disconnect?account=${second}`);
  expect(await namesOf(engine.client)).toEqual([FIRST]);
  const scheduledTime = new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();
  const refused = {
    status: 403,
    body: { code: 'INSTAGRAM_NOT_CONNECTED', message: expect.stringContaining('escolha outra') },
  };
  const path = `/schedule/draft/${draft._id}/schedule`;
  expect(await engine.client.put(path, { scheduledTime })).toMatchObject(refused);
  for (const instagramAccountId of [second, '17841400000000000', 'outra']) {
    const form = aFormOf({ mediaType: 'IMAGE', scheduledTime, instagramAccountId }, [
      await aPhotoFile(),
    ]);
    expect(await engine.client.schedule(form)).toMatchObject(refused);
  }
  const form = aFormOf({ instagramAccountId: await idOf(FIRST) });
  const updated = dataOf(await engine.client.put(`/scheduled/${draft._id}`, form)).post;
  expect(updated.instagramAccountId).toBe(await idOf(FIRST));
});

test('a post of a disconnected account cannot be rescheduled after a pause or a failure', async () => {
  const [, second] = await twoAccounts();
  const options = { dueInMs: 5 * MINUTE, instagramAccountId: second };
  const failed = await aScheduledPost(engine.world, engine.client, options);
  await engine.world.sandbox.fault('create', '36003/2207009');
  await engine.advanceUntil(failed._id, 'failed');
  const held = await aDraft(engine.client, { instagramAccountId: second });
  await sql`update publications set missed_at = app_now() where post_id = ${held._id}`.execute(
    engine.world.database.db,
  );
  await engine.client.post(`/auth/instagram/disconnect?account=${second}`);
  const scheduledTime = new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();
  const refused = { status: 403, body: { code: 'INSTAGRAM_NOT_CONNECTED' } };
  const form = aFormOf({ scheduledTime });
  expect(await engine.client.put(`/scheduled/${failed._id}`, form)).toMatchObject(refused);
  const posts = [{ postId: held._id, scheduledTime }];
  expect(await engine.client.post('/schedule/held', { posts })).toMatchObject(refused);
});

test('an account of another workspace is refused', async () => {
  const other = await aUser(engine.world);
  await connect(engine.world, other, SECOND);
  const theirs = await idOf(SECOND, other);
  const form = aFormOf({ mediaType: 'IMAGE', instagramAccountId: theirs }, [await aPhotoFile()]);
  expect(await engine.client.saveDraft(form)).toMatchObject({
    status: 403,
    body: { code: 'INSTAGRAM_NOT_CONNECTED' },
  });
  await engine.client.post(`/auth/instagram/disconnect?account=${theirs}`);
  expect(await namesOf(other)).toEqual([SECOND]);
  expect(await namesOf(engine.client)).toEqual([FIRST]);
});

test('posts of a disconnected account need a confirmation for another account, and continue after a reconnection', async () => {
  const [, second] = await twoAccounts();
  const post = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 20 * MINUTE,
    instagramAccountId: second,
  });
  const untouched = await engine.aPreparedPost({ dueInMs: 25 * MINUTE });
  await engine.untilReady(post._id);
  await engine.client.post(`/auth/instagram/disconnect?account=${second}`);
  expect((await engine.fetchPost(untouched._id)).ready).toBe(true);
  expect(await engine.untilIssue(post._id)).toMatchObject({
    errorAction: 'confirm_account',
    errorMessage: expect.stringMatching(/@cafe\.serra.*@atelie\.barro/),
  });
  await connectAnother(engine.world, engine.client, SECOND);
  await engine.advanceUntil(post._id, 'published', MINUTE);
  expect(await accountsPublishedOn(post)).toEqual([SECOND]);
});

test('disconnecting without an id ends the first account, and the next one becomes the default', async () => {
  await twoAccounts();
  await engine.client.post('/auth/instagram/disconnect');
  expect(await me(engine.client)).toMatchObject({ instagramUsername: SECOND, accounts: 1 });
});

test('lists and counts are limited to one account when its id is given', async () => {
  const early = await aDraft(engine.client, { caption: 'Antes da segunda conta' });
  const [first, second] = await twoAccounts();
  const one = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
  const two = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 6 * MINUTE,
    instagramAccountId: second,
  });
  expect(await listed(`account=${first}`)).toEqual([one._id, early._id]);
  expect(await listed(`account=${second}`)).toEqual([two._id]);
  expect(await listed(`account=${second}&status=draft`)).toEqual([]);
  expect(await listed('')).toEqual([one._id, two._id, early._id]);
  const stats = async (query: string) =>
    dataOf(await engine.client.get<Record<string, unknown>>(`/schedule/stats${query}`));
  expect(await stats(`?account=${second}`)).toMatchObject({
    total: 1,
    scheduled: 1,
    drafts: 0,
    thisMonth: (await stats(''))['thisMonth'],
    nextPost: { _id: two._id, instagramAccountId: second },
  });
  expect(await stats('')).toMatchObject({ total: 3, scheduled: 2, drafts: 1 });
  expect((await engine.client.get('/scheduled?account=%27or')).status).toBe(400);
});

test('after a downgrade accounts stay connected and posts are published, but new posts are accepted only for the first', async () => {
  const [first, second] = await twoAccounts();
  const waiting = await engine.aPreparedPost();
  const post = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 5 * MINUTE,
    instagramAccountId: second,
  });
  await givePlan(engine.world, engine.client, 'free');
  expect((await accountsOf(engine.client)).accounts.map(({ included }) => included)).toEqual([
    true,
    false,
  ]);
  const scheduledTime = new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();
  const send = async (instagramAccountId: string) =>
    engine.client.schedule(
      aFormOf({ mediaType: 'IMAGE', scheduledTime, instagramAccountId }, [await aPhotoFile()]),
    );
  expect(await send(second)).toMatchObject({ status: 403, body: { code: 'LIMIT_EXCEEDED' } });
  expect((await send(first)).status).toBe(201);
  await engine.advanceUntil(post._id, 'published', 20_000);
  expect(await accountsPublishedOn(post)).toEqual([SECOND]);
  expect((await engine.fetchPost(waiting._id)).status).not.toBe('failed');
});

test('analytics cover all accounts together, or one account', async () => {
  const [first, second] = await twoAccounts();
  await givePlan(engine.world, engine.client, 'premium');
  // At noon in Brasília posts due in five minutes fall on the same day and month.
  const DAY = 24 * 60 * MINUTE;
  const sinceNoon = (engine.world.now().getTime() - 15 * 60 * MINUTE) % DAY;
  await engine.world.advanceTime(DAY - sinceNoon);
  const one = { dueInMs: 5 * MINUTE };
  const other = { ...one, instagramAccountId: second };
  await aScheduledPost(engine.world, engine.client, one);
  await aScheduledPost(engine.world, engine.client, other);
  await aScheduledPost(engine.world, engine.client, other);
  const unknownId = '17840000000000001';
  const waitingOf = async (query: string) =>
    dataOf(await engine.client.get<BasicAnalytics>(`/analytics/basic${query}`)).summary.scheduled;
  const all = ['', `?account=${first}`, `?account=${second}`, `?account=${unknownId}`];
  expect(await Promise.all(all.map(waitingOf))).toEqual([3, 1, 2, 0]);

  const exported = async (query: string) => {
    const url = `${engine.world.url}/api/analytics/export?format=json&period=1${query}`;
    const headers = { authorization: `Bearer ${engine.client.token}` };
    const file = (await (await fetch(url, { headers })).json()) as { posts: unknown[] };
    return file.posts.length;
  };
  expect([await exported(''), await exported(`&account=${second}`)]).toEqual([3, 2]);

  const month = dayKey(engine.world.now()).slice(0, 7);
  const reportOf = (query: string) =>
    engine.client.get<MonthlyReport>(`/analytics/reports/${month}${query}`);
  expect(dataOf(await reportOf('')).account).toMatchObject({ username: FIRST });
  expect(dataOf(await reportOf(`?account=${second}`))).toMatchObject({
    account: { username: SECOND },
    totals: { scheduled: 2 },
  });
  expect(await reportOf(`?account=${unknownId}`)).toMatchObject({
    status: 404,
    body: { message: 'Não há relatório desta conta.' },
  });
});

test('a post stays on the account that its form showed, even when other accounts are connected later', async () => {
  const [first] = await twoAccounts();
  const draft = await aDraft(engine.client);
  expect(draft.instagramAccountId).toBe(first);
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
  await engine.client.post(`/auth/instagram/disconnect?account=${first}`);
  await engine.runSteps([post], 6, MINUTE);
  expect(await accountsPublishedOn(post)).toEqual([]);
  expect(await engine.fetchPost(post._id)).toMatchObject({ errorAction: 'confirm_account' });
});

test('an approval becomes invalid when the account changes', async () => {
  const [, second] = await twoAccounts();
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 60 * MINUTE });
  const path = `/scheduled/${post._id}/approval`;
  const { approval } = dataOf(await engine.client.post<{ approval: Approval }>(path, {}));
  const { contentHash } = approval;
  await engine.client.put(path, { verdict: 'approved', contentHash });
  await engine.client.put(`/scheduled/${post._id}`, aFormOf({ instagramAccountId: second }));
  expect(
    dataOf(await engine.client.get<{ approval: Approval }>(`/scheduled/${post._id}`)).approval,
  ).toMatchObject({ state: 'awaiting' });
  expect(await engine.client.put(path, { verdict: 'approved', contentHash })).toMatchObject({
    body: { code: 'APPROVAL_CHANGED' },
  });
});
