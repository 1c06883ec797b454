import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aScheduledPost, connect, dataOf, request } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
beforeEach(() => givePlan(engine.world, engine.client, 'pro'));

async function anAwaitingPost(dueInMs: number): Promise<{ post: Post; token: string }> {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs });
  const response = await engine.client.post<{ url: string }>(`/scheduled/${post._id}/approval`, {});
  return { post, token: new URL(dataOf(response).url).hash.slice(1) };
}

async function readContentHash(token: string): Promise<string> {
  const json = { token };
  const read = request<ApprovalPreview>(engine.world, 'POST', '/approvals/read', { json });
  return dataOf(await read).approval.contentHash;
}

const approve = (token: string, contentHash: string) =>
  request(engine.world, 'POST', '/approvals/answer', {
    json: { token, name: 'Ana Souza', verdict: 'approved', contentHash },
  });

test('a preview for one account cannot be approved for another account', async () => {
  const { post, token } = await anAwaitingPost(20 * MINUTE);
  const shown = await readContentHash(token);
  await connect(engine.world, engine.client, 'cafe.serra');
  await engine.untilIssue(post._id);
  const confirmed = await engine.client.post<{ confirmed: number }>(
    '/schedule/confirm-account',
    {},
  );
  expect(dataOf(confirmed).confirmed).toBe(1);
  expect(await approve(token, shown)).toMatchObject({
    status: 409,
    body: { code: 'APPROVAL_CHANGED' },
  });
  expect((await approve(token, await readContentHash(token))).status).toBe(200);
  await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
  expect((await engine.onlyMedium()).username).toBe('cafe.serra');
});

const requestChange = async (token: string) =>
  dataOf(
    await request(engine.world, 'POST', '/approvals/answer', {
      json: {
        token,
        name: 'Ana Souza',
        verdict: 'change_requested',
        contentHash: await readContentHash(token),
        note: 'O preço mudou',
      },
    }),
  );
const CHANGE_MESSAGE = 'Ana Souza (pelo link) pediu uma mudança: “O preço mudou”';

test('a change request long before the due time is still shown after the post is prepared', async () => {
  const { post, token } = await anAwaitingPost(45 * MINUTE);
  await requestChange(token);
  await engine.advanceTo(post, 30 * MINUTE);
  await engine.runSteps([post], 5, MINUTE);
  expect((await engine.row(post._id)).state).toBe('prepared');
  expect((await engine.fetchPost(post._id)).errorMessage).toBe(CHANGE_MESSAGE);
});

test('a change request is still shown after a pause', async () => {
  const { post, token } = await anAwaitingPost(20 * MINUTE);
  await requestChange(token);
  dataOf(await engine.client.put('/schedule/pause', { until: null }));
  await engine.runSteps([post], 2, MINUTE);
  dataOf(await engine.client.delete('/schedule/pause'));
  await engine.runSteps([post], 3, MINUTE);
  expect((await engine.fetchPost(post._id)).errorMessage).toBe(CHANGE_MESSAGE);
});

test('an approval after the due time does not publish late, also when no worker has run since', async () => {
  const { post, token } = await anAwaitingPost(20 * MINUTE);
  const shown = await readContentHash(token);
  await engine.world.advanceTime(23 * MINUTE);
  expect((await engine.fetchPost(post._id)).status).toBe('scheduled');
  expect((await approve(token, shown)).status).toBe(200);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    status: 'draft',
    errorMessage: expect.stringContaining('aprovou este post depois da hora'),
  });
  await engine.runSteps([post], 6, MINUTE);
  expect(await engine.ledger()).toEqual([]);
});

test('an approval after the due time does not publish late after an outage window', async () => {
  const { post, token } = await anAwaitingPost(20 * MINUTE);
  await engine.world.advanceTime(23 * MINUTE);
  await sql`update worker_heartbeats set seen_at = app_now() - interval '20 minutes'`.execute(
    engine.world.database.db,
  );
  await engine.world.services.publishing.repository.recordHeartbeat(newId());
  expect((await engine.row(post._id)).outage_since).not.toBeNull();
  expect((await approve(token, await readContentHash(token))).status).toBe(200);
  await engine.runSteps([post], 6, MINUTE);
  expect(await engine.ledger()).toEqual([]);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    status: 'draft',
    errorMessage: expect.stringContaining('aprovou este post depois da hora'),
  });
  const texts = (await engine.deliverEmails()).map(({ text }) => text).join('\n');
  expect(texts).not.toContain('pausadas');
  const pause = await engine.client.get<{ held: number }>('/schedule/pause');
  expect(dataOf(pause).held).toBe(0);
});
