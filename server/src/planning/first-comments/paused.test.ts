import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { aScheduledPost, dataOf } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
const TEXT = '#ceramica #barro';

async function aPostBeforeThePause(until: string | null = null) {
  const options = { dueInMs: 5 * MINUTE, firstComment: TEXT };
  const post = await aScheduledPost(engine.world, engine.client, options);
  await engine.advanceUntil(post._id, 'published', 30_000);
  dataOf(await engine.client.put('/schedule/pause', { until }));
  return post._id;
}

async function runComments(postId: string): Promise<void> {
  await engine.world.services.planning.firstComments.enqueueDue();
  await engine.world.services.planning.firstComments.write(postId);
}

const stateOf = async (postId: string) =>
  dataOf(
    await engine.client.get<{ firstComment: FirstCommentState | null }>(`/scheduled/${postId}`),
  ).firstComment?.state;
const publishedComments = async (postId: string) => {
  const { caption } = await engine.fetchPost(postId);
  const media = await engine.world.sandbox.published(caption);
  return media.flatMap(({ comments }) => comments.map(({ text }) => text));
};
const inMs = (ms: number) => new Date(engine.world.now().getTime() + ms).toISOString();

test('a pause delays a first comment without a limit, and it is written after the pause', async () => {
  const postId = await aPostBeforeThePause();
  await runComments(postId);
  await engine.world.advanceTime(30 * HOUR);
  await runComments(postId);
  expect(await publishedComments(postId)).toEqual([]);
  expect(await stateOf(postId)).toBe('waiting');
  dataOf(await engine.client.delete('/schedule/pause'));
  await runComments(postId);
  expect(await publishedComments(postId)).toEqual([TEXT]);
  expect(await stateOf(postId)).toBe('published');
});

test('a first comment is not given up when a pause ends by itself', async () => {
  const postId = await aPostBeforeThePause(inMs(30 * HOUR));
  await runComments(postId);
  await engine.world.advanceTime(31 * HOUR);
  await runComments(postId);
  expect(await publishedComments(postId)).toEqual([TEXT]);
});
