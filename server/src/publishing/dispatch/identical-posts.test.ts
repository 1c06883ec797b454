import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aPhotoFile,
  aScheduledPost,
  aUser,
  connect,
  fetchPost,
} from '../../../testing/factories.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

async function identicalPosts(mediaType: MediaType, caption: string, count = 2): Promise<Post[]> {
  const posts = [];
  for (let index = 0; index < count; index += 1) {
    posts.push(
      await aScheduledPost(engine.world, engine.client, {
        mediaType,
        caption,
        dueInMs: 5 * MINUTE,
      }),
    );
  }
  for (const { _id } of posts) await engine.untilReady(_id);
  return posts;
}

const mediaIdOf = async ({ _id }: Post) => (await engine.row(_id)).media_id;

async function mediumOf(post: Post) {
  const graphIds = await engine.world.database.db
    .selectFrom('containers')
    .select('graph_id')
    .where('post_id', '=', post._id)
    .execute();
  const media = (await engine.ledger()).filter(({ container_id: id }) =>
    graphIds.some(({ graph_id: graphId }) => graphId === id),
  );
  expect(media).toHaveLength(1);
  return media[0];
}

async function expectOwnMedia(posts: readonly Post[]): Promise<void> {
  for (const post of posts) {
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    const medium = await mediumOf(post);
    expect([null, medium?.id]).toContain(await mediaIdOf(post));
  }
}

const lostAnswers = [
  ['both answers are lost', ['timeout-after-commit', 'timeout-after-commit']],
  ['the first answer is lost', ['timeout-after-commit']],
  ['both calls are lost', ['timeout-before-commit', 'timeout-before-commit']],
  ['one call and one answer are lost', ['timeout-before-commit', 'timeout-after-commit']],
  ['one answer and one call are lost', ['timeout-after-commit', 'timeout-before-commit']],
] as const;

describe('two stories in one minute', () => {
  test.each(lostAnswers)(
    'become two media and are never confused when %s',
    async (_case, faults) => {
      const stories = await identicalPosts('STORIES', '');
      for (const fault of faults) await engine.world.sandbox.fault('publish', fault);
      await engine.advanceToDueTime();
      await engine.runSteps(stories, 25, 10_000);
      expect(await engine.ledger()).toHaveLength(2);
      await expectOwnMedia(stories);
    },
  );

  test('without an error are each bound to their own medium', async () => {
    const stories = await identicalPosts('STORIES', '');
    await engine.advanceToDueTime();
    await engine.runSteps(stories, 4, 3000);
    for (const story of stories) expect(await mediaIdOf(story)).toBe((await mediumOf(story))?.id);
  });

  test('are published in sequence: while one has an unknown outcome, the other waits and shows the reason', async () => {
    const stories = await identicalPosts('STORIES', '');
    await engine.world.sandbox.fault('publish', 'timeout-before-commit');
    await engine.advanceToDueTime();
    expect(await engine.publishCalls()).toBe(1);
    await engine.runSteps(stories, 1, MINUTE + 10_000);
    await engine.runSteps(stories, 1, 1000);
    const seen = await Promise.all(stories.map(({ _id }) => engine.fetchPost(_id)));
    expect(seen.map(({ errorMessage }) => errorMessage)).toContainEqual(
      expect.stringContaining('assim que o Instagram confirmar outro igual'),
    );
    expect(await engine.publishCalls()).toBe(1);
  });
});

describe('two posts with equal captions', () => {
  test.each(lostAnswers)(
    'become two media and are never confused when %s',
    async (_case, faults) => {
      const posts = await identicalPosts('IMAGE', 'Promoção');
      for (const fault of faults) await engine.world.sandbox.fault('publish', fault);
      await engine.advanceToDueTime();
      await engine.runSteps(posts, 25, 10_000);
      expect(await engine.ledger()).toHaveLength(2);
      await expectOwnMedia(posts);
    },
  );

  test('are published in sequence, while posts with other captions do not wait', async () => {
    const posts = await identicalPosts('IMAGE', 'Promoção', 3);
    const [other] = await identicalPosts('IMAGE', 'Outra coisa', 1);
    // A reel with the same caption has another in-flight key.
    const [reel] = await identicalPosts('REELS', 'Promoção', 1);
    await engine.advanceToDueTime();
    const first = await engine.world.sandbox.published();
    expect(first.map(({ caption }) => caption).toSorted()).toEqual([
      'Outra coisa',
      'Promoção',
      'Promoção',
    ]);
    for (const post of [other, reel]) {
      expect((await engine.fetchPost(post?._id ?? '')).status).toBe('published');
    }
    await engine.runSteps(posts, 3, 1000);
    expect(await engine.world.sandbox.published('Promoção')).toHaveLength(4);
    for (const post of posts) expect(await mediaIdOf(post)).toBe((await mediumOf(post))?.id);
  });
});

describe('a story whose container died after an attempt', () => {
  async function aTriedStory(status = 'error:2207082') {
    const [story] = await identicalPosts('STORIES', '', 1);
    if (story === undefined) throw new Error('no story');
    await engine.world.sandbox.fault('publish', 'timeout-before-commit');
    await engine.advanceToDueTime();
    await engine.world.sandbox.fault('status', status);
    return story;
  }

  test('gets another container when the account shows no new story', async () => {
    const story = await aTriedStory();
    await engine.advanceUntil(story._id, 'published', 10_000);
    const medium = await engine.onlyMedium();
    expect(await engine.containers()).toHaveLength(2);
    expect(await mediaIdOf(story)).toBe(medium.id);
  });

  test('is left to its owner when the account shows a new story', async () => {
    const story = await aTriedStory();
    await engine.publishManually({ isStory: true });
    await engine.advanceUntil(story._id, 'error', 10_000);
    expect(await engine.fetchPost(story._id)).toMatchObject({
      errorAction: 'try_again',
      errorMessage: expect.stringContaining('Veja no Instagram'),
    });
    expect(await engine.ledger()).toHaveLength(1);
    expect(await engine.containers()).toHaveLength(2);
  });

  test('is not confused with an earlier story', async () => {
    const [before] = await identicalPosts('STORIES', '', 1);
    await engine.advanceToDueTime();
    const story = await aTriedStory();
    await engine.advanceUntil(story._id, 'published', 10_000);
    expect(await engine.ledger()).toHaveLength(2);
    expect(await mediaIdOf(story)).not.toBe(await mediaIdOf(before ?? story));
  });
});

test('two workers together run at most one call of an account', async () => {
  await engine.upgradeToPremium();
  const posts: Post[] = [];
  for (let index = 0; index < 25; index += 1) {
    posts.push(await aScheduledPost(engine.world, engine.client, { dueInMs: 10 * MINUTE }));
  }
  await engine.runSteps(posts, 2, 1500);
  await engine.advanceTo(posts.at(-1) ?? { scheduledTime: null });
  const { repository } = engine.world.services.publishing;
  const [one, other] = [newId(), newId()];
  const claim = async (claimedBy: string, limit: number) =>
    (
      await repository.claimDue({
        ...claimOptions(limit, null),
        perAccount: 20,
        claimedBy,
      })
    ).length;

  const [tried] = posts;
  expect(await claim(one, 3)).toBe(3);
  expect(await claim(other, 100)).toBe(0);
  expect(await claim(one, 100)).toBe(17);
  expect(await claim(one, 100)).toBe(0);
  await engine.world.advanceTime(61_000);
  expect(await repository.claim(tried?._id ?? '')).toBeDefined();
  expect(await claim(other, 100)).toBe(5);
});

test('one of thirty due posts is in flight at a time, and no other account waits for them', async () => {
  const mine = engine.client;
  await engine.upgradeToPremium();
  const posts: Post[] = [];
  for (let index = 0; index < 30; index += 1) {
    posts.push(await aScheduledPost(engine.world, mine, { dueInMs: 10 * MINUTE }));
  }
  const otherUser = await aUser(engine.world);
  await connect(engine.world, otherUser, 'cafe.serra');
  const theirs = await aScheduledPost(engine.world, otherUser, {
    dueInMs: 10 * MINUTE,
    files: [await aPhotoFile()],
  });
  await engine.runSteps([...posts, theirs], 2, 1500);
  expect((await engine.fetchPost(posts.at(-1)?._id ?? '')).ready).toBe(true);
  await engine.advanceTo(theirs);
  await engine.advanceTo(posts.at(-1) ?? theirs);
  await engine.world.sandbox.settings({ answerMs: 100 });

  const { dispatcher } = engine.world.services.publishing;
  const runs: Promise<number>[] = [];
  dispatcher.onCapacity(() => runs.push(dispatcher.run()));
  // One worker holds the account: it claims some posts ahead, so that none waits for the database.
  expect(await dispatcher.run()).toBe(21);
  await dispatcher.settle();
  while (runs.length > 0) {
    await Promise.all(runs.splice(0));
    await dispatcher.settle();
  }
  dispatcher.onCapacity(() => undefined);
  await engine.world.sandbox.settings({ answerMs: 0 });

  const calls = (await engine.world.sandbox.calls()).filter(({ path }) =>
    path.endsWith('/media_publish'),
  );
  expect(calls).toHaveLength(31);
  const media = await engine.ledger();
  const theirId = media.find(({ username }) => username === 'cafe.serra')?.ig_user_id ?? '';
  const begun = (path: RegExp) =>
    calls.flatMap((call) => (path.test(call.path) ? [call.time] : [])).toSorted((a, b) => a - b);
  const own = begun(new RegExp(`^/(?!${theirId})`));
  expect(own).toHaveLength(30);
  for (const [index, time] of own.slice(1).entries()) {
    expect(time - (own[index] ?? time)).toBeGreaterThanOrEqual(95);
  }
  const [theirTime = Infinity] = begun(new RegExp(`^/${theirId}`));
  expect(theirTime - (own[0] ?? 0)).toBeLessThan(250);
  for (const post of posts) expect((await engine.fetchPost(post._id)).status).toBe('published');
  expect((await fetchPost(otherUser, theirs._id)).status).toBe('published');
  const captions = media.flatMap(({ username, caption }) =>
    username === 'atelie.barro' ? [caption ?? ''] : [],
  );
  expect(captions).toEqual(posts.map(({ caption }) => caption));
});
