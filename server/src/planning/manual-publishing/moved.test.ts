import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import type { checkManualPublication } from '@pontual/contract/planning/manual-publishing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { aFormOf, connectAnother, dataOf, request } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { aSeriesPost } from '../../../testing/series.ts';

const engine = usePublishing();
const [FIRST, SECOND] = ['atelie.barro', 'cafe.serra'];

beforeEach(async () => {
  await givePlan(engine.world, engine.client, 'pro');
  await connectAnother(engine.world, engine.client, SECOND);
});

async function idOf(username: string): Promise<string> {
  const { accounts } = dataOf(
    await engine.client.get<{ accounts: InstagramAccount[] }>('/instagram/accounts'),
  );
  const found = accounts.find((account) => account.username === username);
  if (found === undefined) throw new Error(`${username} is not connected`);
  return found.instagramAccountId;
}

async function aMovedPost(caption = 'Xícara azul, feita à mão, R$ 48') {
  const post = await engine.aPreparedPost({ caption });
  await engine.world.sandbox.fault('publish', '36003/2207009');
  await engine.advanceToDueTime();
  await engine.advanceUntil(post._id, 'failed', 10_000);
  const form = aFormOf({ instagramAccountId: await idOf(SECOND) });
  dataOf(await engine.client.put(`/scheduled/${post._id}`, form));
  return post;
}

const pathOf = (postId: string, step = '') => `/scheduled/${postId}/manual-publishing${step}`;
const checkPublished = async (postId: string) =>
  dataOf(await engine.client.post<DataOf<typeof checkManualPublication>>(pathOf(postId, '/check')))
    .look;
const publishManually = (caption: string, username: string) =>
  engine.world.sandbox.publishManually({ username, caption });

describe('a refused post that its owner moved to another account', () => {
  test('is found on the second account after manual publishing', async () => {
    const post = await aMovedPost();
    await publishManually(post.caption, SECOND);
    expect(await checkPublished(post._id)).toBe('seen');
    const [theirs] = await engine.ledger();
    expect(await engine.row(post._id)).toMatchObject({
      status: 'published',
      media_id: theirs?.id,
      ig_user_id: await idOf(SECOND),
    });
  });

  test('is detected there in a pass together with a post of the first account', async () => {
    const posts = [await aMovedPost('Xícara verde, de inverno'), await aMovedPost('Prato raso')];
    const [moved] = posts;
    const stays = await engine.aPreparedPost({ caption: 'Jarra alta' });
    await engine.world.sandbox.fault('publish', '36003/2207009');
    await engine.advanceToDueTime();
    await engine.advanceUntil(stays._id, 'failed', 10_000);
    await publishManually(moved?.caption ?? '', SECOND);
    await publishManually(stays.caption, FIRST);
    await engine.world.advanceTime(MINUTE);
    await engine.world.services.planning.manualPostDetection.detectManualPosts();
    expect((await engine.fetchPost(moved?._id ?? '')).status).toBe('published');
    expect((await engine.fetchPost(stays._id)).status).toBe('published');
    expect((await engine.fetchPost(posts[1]?._id ?? '')).status).toBe('failed');
  });

  test('is not matched with a post of the first account', async () => {
    const post = await aMovedPost();
    await publishManually(post.caption, FIRST);
    expect(await checkPublished(post._id)).toBe('not_seen');
    expect((await engine.fetchPost(post._id)).status).toBe('failed');
  });

  test('is not detected while another post of the second account has the same caption', async () => {
    const post = await aMovedPost();
    const conflicting = await aMovedPost(post.caption);
    await publishManually(post.caption, SECOND);
    expect(await checkPublished(post._id)).toBe('not_seen');
    expect(await checkPublished(conflicting._id)).toBe('not_seen');
  });

  test('is marked as published on the second account by confirmation', async () => {
    const post = await aMovedPost();
    dataOf(await engine.client.post(pathOf(post._id, '/published')));
    expect(await engine.row(post._id)).toMatchObject({
      status: 'published',
      ig_user_id: await idOf(SECOND),
    });
  });

  test('is shown to approvers with the second account', async () => {
    const post = await aMovedPost();
    const { url } = dataOf(
      await engine.client.post<{ url: string }>(`/scheduled/${post._id}/approval`, {}),
    );
    const shown = await request<ApprovalPreview>(engine.world, 'POST', '/approvals/read', {
      json: { token: new URL(url).hash.slice(1) },
    });
    expect(dataOf(shown).username).toBe(SECOND);
  });
});

test('an occurrence is found at its new due time, although later occurrences have the same caption', async () => {
  await givePlan(engine.world, engine.client, 'premium');
  const post = await aSeriesPost(engine.world, engine.client);
  await engine.world.sandbox.fault('publish', '36003/2207009');
  await engine.advanceTo(post, 5 * MINUTE);
  await engine.advanceUntil(post._id, 'failed', 20_000);
  await publishManually(post.caption, FIRST);
  const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
  dataOf(await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime })));
  await engine.runSteps([post], 8, 5 * MINUTE);
  expect((await engine.fetchPost(post._id)).status).toBe('published');
  expect(await engine.ledger()).toHaveLength(1);
});
