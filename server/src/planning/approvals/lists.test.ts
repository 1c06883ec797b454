import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { listPosts, Post, postStats } from '@pontual/contract/posts/posts.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aScheduledPost,
  dataOf,
  request,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { setPublished } from '../../../testing/published-posts.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
beforeEach(() => givePlan(engine.world, engine.client, 'premium'));

const aPost = (hours: number, client = engine.client) =>
  aScheduledPost(engine.world, client, { dueInMs: hours * HOUR });

async function requestApproval({ _id }: Post, client = engine.client): Promise<string> {
  const response = await client.post<{ url: string }>(`/scheduled/${_id}/approval`, {});
  return new URL(dataOf(response).url).hash.slice(1);
}

async function approve(token: string): Promise<void> {
  const say = (path: string, json: object) =>
    request<{ approval: { contentHash: string } }>(engine.world, 'POST', path, { json });
  const { contentHash } = dataOf(await say('/approvals/read', { token })).approval;
  dataOf(
    await say('/approvals/answer', { token, name: 'Ana Souza', verdict: 'approved', contentHash }),
  );
}

const withdraw = ({ _id }: Post) => engine.client.delete(`/scheduled/${_id}/approval`);

const list = async (query = '') => {
  const path = `/scheduled?awaiting=true${query}`;
  const { posts, pagination } = dataOf(await engine.client.get<DataOf<typeof listPosts>>(path));
  return { ids: posts.map(({ _id }) => _id), total: pagination.total };
};
const stats = async (client = engine.client) =>
  dataOf(await client.get<DataOf<typeof postStats>>('/schedule/stats'));

test('the list filters posts that await an approval, including drafts', async () => {
  const [second, first, free] = [await aPost(3), await aPost(1), await aPost(2)];
  const draft = await aDraft(engine.client);
  for (const post of [second, first, draft]) await requestApproval(post);
  expect(await list()).toEqual({ ids: [first._id, second._id, draft._id], total: 3 });
  expect(await list('&limit=1&page=2')).toEqual({ ids: [second._id], total: 3 });
  expect((await list('&status=draft')).ids).toEqual([draft._id]);
  expect((await list('&mediaType=REELS')).ids).toEqual([]);
  await requestApproval(free);
  expect((await list('&status=scheduled')).ids).toEqual([first._id, free._id, second._id]);
  expect((await engine.client.get('/scheduled?awaiting=false')).status).toBe(400);
});

test('posts that are approved, released from the approval or published are not in the list', async () => {
  const [approved, dispensed, out, left] = [
    await aPost(1),
    await aPost(2),
    await aPost(3),
    await aPost(4),
  ];
  const token = await requestApproval(approved);
  for (const post of [dispensed, out, left]) await requestApproval(post);
  await approve(token);
  await withdraw(dispensed);
  await setPublished(engine.world.database.db, out._id);
  expect(await list()).toEqual({ ids: [left._id], total: 1 });
  expect((await stats()).awaiting).toBe(1);
});

test('the count of such posts is null for a workspace without approvals', async () => {
  const other = await aConnectedUser(engine.world);
  const post = await aPost(1);
  expect(await stats()).toMatchObject({ awaiting: null, nextPost: { awaiting: false } });
  const token = await requestApproval(post);
  expect(await stats()).toMatchObject({ awaiting: 1, nextPost: { awaiting: true } });
  await approve(token);
  expect(await stats()).toMatchObject({ awaiting: 0, nextPost: { awaiting: false } });
  await withdraw(post);
  expect((await stats()).awaiting).toBeNull();
  await requestApproval(post);
  expect((await stats(other)).awaiting).toBeNull();
});
