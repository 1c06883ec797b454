import type { Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { snapshotDatabase as backUpAt } from '../../../testing/database-snapshot.ts';
import { aFormOf, aScheduledPost, dataOf } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
const TEXT = 'Peças únicas, feitas à mão.\n#ceramica #barro';

const backUp = () => backUpAt(engine.world.database, engine.world.now());

const aPost = (overrides: { caption?: string } = {}) =>
  aScheduledPost(engine.world, engine.client, {
    dueInMs: 5 * MINUTE,
    firstComment: TEXT,
    ...overrides,
  });

async function runComments({ _id }: Pick<Post, '_id'>): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    await engine.world.services.planning.firstComments.enqueueDue();
    await engine.world.services.planning.firstComments.write(_id);
    await engine.world.advanceTime(5000);
  }
}

const publishedComments = async (): Promise<string[]> =>
  (await engine.world.sandbox.published()).flatMap(({ comments }) =>
    comments.map(({ text }) => text),
  );

async function restoreBackup(restore: () => Promise<void>, afterMs = 2 * HOUR): Promise<void> {
  await engine.world.advanceTime(afterMs);
  await restore();
  await engine.world.services.publishing.repository.recordHeartbeat(newId());
}

const stateOf = async ({ _id }: Post) =>
  dataOf(await engine.client.get<{ firstComment: { state: string } | null }>(`/scheduled/${_id}`))
    .firstComment?.state;

async function finalState(post: Post) {
  const { status } = await engine.fetchPost(post._id);
  await runComments(post);
  return {
    status,
    media: (await engine.ledger()).length,
    written: await publishedComments(),
    comment: await stateOf(post),
  };
}
const PUBLISHED_ONCE = { status: 'published', media: 1, written: [TEXT], comment: 'published' };

describe('a comment that was written after the restored backup', () => {
  test.each([
    ['was not prepared', {}, false],
    ['is found by its caption', {}, true],
    ['is known to Instagram as published and not to us', { caption: '' }, true],
  ] as const)('is found below a post that %s', async (_case, options, isPrepared) => {
    const post = await aPost(options);
    if (isPrepared) await engine.untilReady(post._id);
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', 30_000);
    await runComments(post);
    expect(await publishedComments()).toEqual([TEXT]);
    await restoreBackup(restore);
    await engine.runSteps([post], 14, 10_000);
    expect(await finalState(post)).toEqual(PUBLISHED_ONCE);
  });

  test('is found below a post that had an unknown outcome in the backup', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    await engine.advanceTo(post);
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.world.services.publishing.dispatcher.run();
    await engine.world.services.publishing.dispatcher.settle();
    expect((await engine.row(post._id)).state).toBe('reconciling');
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', 5000);
    await runComments(post);
    await restoreBackup(restore, 20 * MINUTE);
    await engine.runSteps([post], 14, 10_000);
    expect(await finalState(post)).toEqual(PUBLISHED_ONCE);
  });

  test('is found although the due time of its post was moved before a worker ran', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', 30_000);
    await runComments(post);
    await restoreBackup(restore, HOUR / 2);
    const scheduledTime = new Date(engine.world.now().getTime() + 10 * MINUTE).toISOString();
    dataOf(await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime })));
    await engine.runSteps([post], 20, 30_000);
    expect(await finalState(post)).toEqual(PUBLISHED_ONCE);
  });

  test.each([
    ['minutes', 2 * MINUTE],
    ['half an hour', HOUR / 2],
  ])(
    'is found when the backup of a published post is restored %s later',
    async (_case, afterMs) => {
      const post = await aPost();
      await engine.advanceUntil(post._id, 'published', 30_000);
      const restore = await backUp();
      await runComments(post);
      await restoreBackup(restore, afterMs);
      expect(await finalState(post)).toEqual(PUBLISHED_ONCE);
    },
  );

  test('is written when it is missing', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', 30_000);
    await restoreBackup(restore);
    await engine.runSteps([post], 14, 10_000);
    expect(await finalState(post)).toEqual(PUBLISHED_ONCE);
  });
});

test('a post that its owner published and commented on manually gets no second comment after a new due time', async () => {
  const post = await aPost();
  await engine.untilReady(post._id);
  await engine.world.sandbox.fault('publish', '36003/2207009');
  await engine.advanceUntil(post._id, 'failed', 30_000);
  await engine.publishManually({ caption: post.caption });
  await engine.commentManually((await engine.onlyMedium()).id, TEXT);
  await engine.world.advanceTime(20 * MINUTE);
  const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
  dataOf(await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime })));
  await engine.runSteps([post], 8, 5 * MINUTE);
  expect(await finalState(post)).toEqual(PUBLISHED_ONCE);
});
