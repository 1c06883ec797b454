import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  aDraft,
  aUser,
  connect,
  connectAnother,
  dataOf,
  request,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const [FIRST, SECOND] = ['atelie.barro', 'cafe.serra'];
beforeEach(() => givePlan(engine.world, engine.client, 'pro'));

async function linkFor({ _id }: Post, client = engine.client): Promise<string> {
  const response = await client.post<{ url: string }>(`/scheduled/${_id}/approval`, {});
  return new URL(dataOf(response).url).hash.slice(1);
}

const readLink = async (token: string) =>
  dataOf(
    await request<ApprovalPreview>(engine.world, 'POST', '/approvals/read', { json: { token } }),
  );
const approve = (token: string, { approval }: ApprovalPreview) =>
  request(engine.world, 'POST', '/approvals/answer', {
    json: { token, name: 'Ana', verdict: 'approved', contentHash: approval.contentHash },
  });
const stateOf = async ({ _id }: Post) =>
  dataOf(await engine.client.get<{ approval: Approval }>(`/scheduled/${_id}`)).approval.state;

async function scheduleDraft(
  { _id }: Post,
  client = engine.client,
  overrides: object = {},
): Promise<void> {
  const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
  dataOf(await client.put(`/schedule/draft/${_id}/schedule`, { scheduledTime, ...overrides }));
}

test('a draft that was approved for one account is not published on its replacement', async () => {
  const draft = await aDraft(engine.client);
  const token = await linkFor(draft);
  const shown = await readLink(token);
  expect(shown.username).toBe(FIRST);
  expect((await approve(token, shown)).status).toBe(200);
  await connect(engine.world, engine.client, SECOND);
  expect((await readLink(token)).username).toBe(FIRST);
  await scheduleDraft(draft);
  await engine.untilIssue(draft._id);
  expect(await engine.fetchPost(draft._id)).toMatchObject({ errorAction: 'confirm_account' });
  dataOf(await engine.client.post('/schedule/confirm-account', {}));
  expect(await stateOf(draft)).toBe('awaiting');
  const moved = await readLink(token);
  expect(moved.username).toBe(SECOND);
  expect((await approve(token, moved)).status).toBe(200);
  await engine.advanceUntil(draft._id, 'published', 2 * MINUTE);
  expect((await engine.onlyMedium()).username).toBe(SECOND);
});

test('an approved demo draft is not published on an account that is connected later', async () => {
  const draft = await aDraft(engine.client);
  const token = await linkFor(draft);
  expect((await approve(token, await readLink(token))).status).toBe(200);
  dataOf(await engine.client.post('/auth/instagram/disconnect'));
  await scheduleDraft(draft, engine.client, { demo: true });
  await connect(engine.world, engine.client, SECOND);
  await engine.untilIssue(draft._id);
  expect(await engine.fetchPost(draft._id)).toMatchObject({ errorAction: 'confirm_account' });
  await engine.runSteps([draft], 12, 2 * MINUTE);
  expect(await engine.ledger()).toEqual([]);
});

test('a draft that was shown for one account cannot be approved after another account replaced it', async () => {
  const draft = await aDraft(engine.client);
  const token = await linkFor(draft);
  const shown = await readLink(token);
  await connect(engine.world, engine.client, SECOND);
  expect(await approve(token, shown)).toMatchObject({ body: { code: 'APPROVAL_CHANGED' } });
  expect((await readLink(token)).username).toBe(SECOND);
});

test('a draft that was approved without an account is published on the first account that is connected', async () => {
  const client = await aUser(engine.world);
  await givePlan(engine.world, client, 'pro');
  const draft = await aDraft(client);
  const token = await linkFor(draft, client);
  const shown = await readLink(token);
  expect(shown.username).toBeNull();
  expect((await approve(token, shown)).status).toBe(200);
  await connect(engine.world, client, FIRST);
  await scheduleDraft(draft, client);
  await engine.advanceUntil(draft._id, 'published', 2 * MINUTE, client);
});

test('a draft shows the first account of the workspace, however recently that was reconnected', async () => {
  const draft = await aDraft(engine.client);
  await connectAnother(engine.world, engine.client, SECOND);
  await connect(engine.world, engine.client, FIRST);
  expect((await readLink(await linkFor(draft))).username).toBe(FIRST);
});

test('a location without a stored name is shown without its id', async () => {
  const draft = await aDraft(engine.client, { locationId: '213385402' });
  expect((await readLink(await linkFor(draft))).location).toBe('Um local do Instagram');
});
