import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Verdict, Post } from '@pontual/contract/posts/posts.ts';
import type { WebhookEvent } from '@pontual/contract/public-api/webhooks.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aFormOf,
  aScheduledPost,
  aUser,
  dataOf,
  PASSWORD,
  request,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { aWebhook, deliverWebhooks } from '../../../testing/integrations.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';

const engine = usePublishing();
const USERNAME = 'atelie.barro';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  await givePlan(engine.world, engine.client, 'pro');
});
afterEach(() => receiver.stop());

const listen = (events?: readonly WebhookEvent[]) =>
  aWebhook(engine.client, receiver.url, ...(events === undefined ? [] : [events]));
async function deliveredMessages() {
  await deliverWebhooks(engine.world);
  return receiver.received
    .map(({ message }) => message)
    .filter(({ type }) => type !== 'post.scheduled');
}
const types = async () => (await deliveredMessages()).map(({ type }) => type);
const aPost = (dueInMs: number) => aScheduledPost(engine.world, engine.client, { dueInMs });

async function requestApproval({ _id }: Post) {
  const { url } = dataOf(
    await engine.client.post<{ url: string }>(`/scheduled/${_id}/approval`, {}),
  );
  const say = (path: string, json: object) =>
    request<ApprovalPreview>(engine.world, 'POST', path, {
      json: { token: new URL(url).hash.slice(1), ...json },
    });
  return async (verdict: Verdict, note = '') => {
    const { contentHash } = dataOf(await say('/approvals/read', {})).approval;
    dataOf(await say('/approvals/answer', { name: 'Ana Souza', verdict, contentHash, note }));
  };
}

async function aRefusedPost() {
  const post = await engine.aPreparedPost({ caption: 'Xícara azul' });
  await engine.world.sandbox.fault('publish', '36003/2207009');
  await engine.advanceToDueTime();
  await engine.advanceUntil(post._id, 'failed', 10_000);
  return post;
}

describe('a post that returns to the drafts', () => {
  test('because of a pause sends an event, as do all others', async () => {
    await listen();
    const posts = [await aPost(10 * MINUTE), await aPost(20 * MINUTE), await aPost(30 * MINUTE)];
    await engine.client.put('/schedule/pause', { until: null });
    await engine.runSteps(posts, 15, 3 * MINUTE);
    const returned = await deliveredMessages();
    expect(returned).toHaveLength(posts.length);
    expect(new Set(returned.map(({ data }) => data.post?._id))).toEqual(
      new Set(posts.map(({ _id }) => _id)),
    );
    for (const { type, data } of returned) {
      expect(type).toBe('post.returned');
      expect(data).toMatchObject({
        post: { status: 'draft' },
        issue: { code: 'held', message: expect.stringContaining('estavam pausadas') },
      });
    }
  });

  test('because the pause ended after its due time sends an event', async () => {
    await listen();
    const post = await engine.aPreparedPost();
    await engine.client.put('/schedule/pause', { until: null });
    await engine.world.advanceTime(6 * MINUTE);
    await engine.client.delete('/schedule/pause');
    expect(await deliveredMessages()).toMatchObject([
      { type: 'post.returned', data: { post: { _id: post._id }, issue: { code: 'held' } } },
    ]);
  });

  test('because it was not approved sends exactly one event with that cause', async () => {
    await listen(['post.returned', 'post.failed']);
    const post = await aPost(5 * MINUTE);
    await requestApproval(post);
    await engine.runSteps([post], 6, MINUTE);
    expect(await deliveredMessages()).toMatchObject([
      {
        type: 'post.returned',
        data: {
          post: { _id: post._id, status: 'draft' },
          issue: { code: 'unapproved', message: expect.stringContaining('A aprovação não') },
        },
      },
    ]);
  });
});

describe('an approval answer', () => {
  test('sends the requested change and then the approval', async () => {
    await listen();
    const post = await aPost(60 * MINUTE);
    const say = await requestApproval(post);
    await say('change_requested', 'Tire o preço');
    expect(await deliveredMessages()).toHaveLength(1);
    await engine.client.put(`/scheduled/${post._id}`, aFormOf({ caption: 'Sem preço' }));
    await (
      await requestApproval(post)
    )('approved');
    const [changed, approved, ...others] = await deliveredMessages();
    expect(others).toEqual([]);
    expect(changed).toMatchObject({
      type: 'post.change_requested',
      data: {
        issue: {
          code: 'change-requested',
          message: 'Ana Souza (pelo link) pediu uma mudança: “Tire o preço”',
          action: 'edit',
        },
      },
    });
    expect(approved).toMatchObject({
      type: 'post.approved',
      data: { post: { _id: post._id, caption: 'Sem preço', status: 'scheduled' }, issue: null },
    });
  });

  test('that comes too late is sent with the recovery action', async () => {
    await listen(['post.approved', 'post.at_risk']);
    const post = await aPost(5 * MINUTE);
    const say = await requestApproval(post);
    await engine.world.advanceTime(6 * MINUTE);
    await engine.advance(post._id);
    await say('approved');
    expect(await deliveredMessages()).toMatchObject([
      {
        type: 'post.approved',
        data: {
          post: { status: 'draft' },
          issue: {
            code: 'approved-late',
            message: expect.stringContaining('aprovou este post depois da hora'),
            action: 'edit',
          },
        },
      },
    ]);
  });
});

test('the answer of a deleted user is sent without their email', async () => {
  await listen(['post.change_requested', 'post.approved']);
  const approver = await aUser(engine.world);
  await addMember(engine.world, engine.client, approver, 'approver');
  const answer = async ({ _id }: Post, json: { verdict: Verdict; note?: string }) => {
    const path = `/scheduled/${_id}`;
    const { approval } = dataOf(await approver.get<{ approval: Approval }>(path));
    const { contentHash } = approval;
    dataOf(await approver.put<unknown>(`${path}/approval`, { ...json, contentHash }));
  };
  const [late, early] = [await aPost(5 * MINUTE), await aPost(60 * MINUTE)];
  await requestApproval(late);
  await requestApproval(early);
  await engine.world.advanceTime(6 * MINUTE);
  await engine.advance(late._id);
  await answer(late, { verdict: 'approved' });
  await answer(early, { verdict: 'change_requested', note: 'Tire o preço' });
  const { deletions } = engine.world.services.privacy;
  await engine.world.services.publicApi.enqueueDeliveries('24 hours');
  dataOf(await approver.post('/account/deletion', { password: PASSWORD }));
  const { id } = await engine.world.database.db
    .selectFrom('deletions')
    .select('id')
    .where('user_id', '=', approver.user._id)
    .executeTakeFirstOrThrow();
  await deletions.run(id);
  const issues = (await deliveredMessages()).map(({ data }) => data.issue?.message ?? '');
  expect(issues).toHaveLength(2);
  for (const message of issues) {
    expect(message).toContain('alguém que excluiu a conta');
    expect(message).not.toContain(approver.user.email);
  }
});

describe('a manually published post', () => {
  test('sends an event when the owner confirms it and one with its link when it is detected', async () => {
    const post = await aRefusedPost();
    await listen(['post.manual_publishing_started', 'post.failed', 'post.published']);
    await engine.client.post(`/scheduled/${post._id}/manual-publishing`);
    expect(await types()).toEqual(['post.manual_publishing_started']);
    const { permalink } = await engine.world.sandbox.publishManually({
      username: USERNAME,
      caption: post.caption,
      product: 'FEED',
    });
    await engine.world.advanceTime(MINUTE);
    await engine.world.services.planning.manualPostDetection.detectManualPosts();
    const [, published, ...others] = await deliveredMessages();
    expect(others).toEqual([]);
    expect(published).toMatchObject({ type: 'post.published', data: { post: { permalink } } });
  });

  test('sends only post.published if the owner marks it as published at once', async () => {
    const post = await aRefusedPost();
    await listen();
    await engine.client.post(`/scheduled/${post._id}/manual-publishing/published`);
    expect(await types()).toEqual(['post.published']);
  });
});

describe('a published post', () => {
  test('sends its account and its link as soon as the link is known', async () => {
    await listen();
    const post = await engine.aPreparedPost();
    await engine.advanceToDueTime();
    expect(await types()).toEqual([]);
    await engine.readPermalinks();
    const { permalink, instagramAccountId } = await engine.fetchPost(post._id);
    expect(permalink).toMatch(/^http/);
    const [published] = await deliveredMessages();
    expect(published?.data.post).toMatchObject({
      status: 'published',
      instagramUsername: USERNAME,
      instagramAccountId,
      permalink,
    });
  });

  test('sends no link if Instagram does not return one', async () => {
    await listen();
    await engine.aPreparedPost();
    await engine.advanceToDueTime();
    await engine.world.advanceTime(31_000);
    expect(await deliveredMessages()).toMatchObject([
      { type: 'post.published', data: { post: { permalink: null } } },
    ]);
  });
});

test('a post whose intent is written just before its due time is sent as scheduled', async () => {
  await listen();
  const post = await aPost(10 * MINUTE);
  await sql`update publications set is_pending = true where post_id = ${post._id}`.execute(
    engine.world.database.db,
  );
  await deliverWebhooks(engine.world);
  expect(receiver.received.map(({ message }) => message.data.post?.status)).toEqual(['scheduled']);
});
