import type { Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { aDraft, aFormOf, aScheduledPost, connect, dataOf } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

const aPost = (dueInMs = 10 * MINUTE) => aScheduledPost(engine.world, engine.client, { dueInMs });

const states: Record<string, () => Promise<Post>> = {
  async scheduled() {
    const post = await aPost(20 * MINUTE);
    expect((await engine.fetchPost(post._id)).ready).toBe(false);
    return post;
  },
  async 'scheduled for next week'() {
    return aPost(6 * 24 * 60 * MINUTE);
  },
  prepared: () => engine.aPreparedPost({ dueInMs: 20 * MINUTE }),
  async failed() {
    const post = await aPost();
    await engine.world.sandbox.fault('create', '36003/2207009');
    await engine.advanceUntil(post._id, 'failed');
    return post;
  },
  async 'failed after a publish that Instagram refused'() {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '36003/2207009');
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'failed', 10_000);
    return post;
  },
  async 'blocked as spam'() {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '403-2207051');
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'failed', 10_000);
    return post;
  },
  async error() {
    const post = await aPost();
    await engine.world.sandbox.fault('create', '100/2207067', { times: 20 });
    await engine.advanceUntil(post._id, 'error', MINUTE);
    await engine.world.resetSandbox();
    await connect(engine.world, engine.client);
    return post;
  },
  async expired() {
    const post = await engine.aPreparedPost();
    await engine.world.advanceTime(5 * MINUTE + 61 * MINUTE);
    await engine.advanceUntil(post._id, 'expired');
    return post;
  },
};

describe.each(Object.keys(states))('publishing now a post that is %s', (state) => {
  test('publishes it at once, and once', async () => {
    const post = await (states[state] ?? aPost)();
    const answer = await engine.publishNow(post._id);
    expect(answer.status).toBe(202);
    await engine.advanceUntil(post._id, 'published', 5000);
    const medium = await engine.onlyMedium();
    expect(medium.caption).toBe(post.caption);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorMessage: null,
      errorAction: null,
    });
    await engine.runSteps([post], 3, 10 * MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('by simultaneous clicks makes one publication', async () => {
    const post = await (states[state] ?? aPost)();
    const answers = await Promise.all([
      engine.publishNow(post._id),
      engine.publishNow(post._id),
      engine.publishNow(post._id),
    ]);
    const codes = answers.map(({ status }) => status);
    expect(codes).toContain(202);
    expect(codes.filter((code) => code !== 202 && code !== 409)).toEqual([]);
    await engine.advanceUntil(post._id, 'published', 5000);
    await engine.runSteps([post], 3, 10 * MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
  });
});

test('a prepared post needs only the publish call', async () => {
  const post = await engine.aPreparedPost({ dueInMs: 20 * MINUTE });
  const made = await engine.containers();
  await engine.publishNow(post._id);
  expect(await engine.world.services.publishing.dispatcher.run()).toBe(1);
  await engine.world.services.publishing.dispatcher.settle();
  expect((await engine.fetchPost(post._id)).status).toBe('published');
  expect((await engine.containers()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test('a failed post that Instagram published after all is found, and not published twice', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.sandbox.fault('publish', '403-2207051');
  await engine.advanceToDueTime();
  await engine.advanceUntil(post._id, 'failed', 10_000);
  const [container] = await engine.containers();
  await engine.publishContainer(container?.id ?? '');
  const calls = await engine.publishCalls();

  expect((await engine.publishNow(post._id)).status).toBe(202);
  await engine.advanceUntil(post._id, 'published', 20_000);
  expect(await engine.publishCalls()).toBe(calls);
  await engine.readPermalinks();
  const [only, ...others] = await engine.world.sandbox.published();
  expect(others).toEqual([]);
  expect((await engine.row(post._id)).media_id).toBe(only?.id);
  expect((await engine.fetchPost(post._id)).permalink).toBe(only?.permalink);
});

test('a post that is published, is in flight or is a draft is not published now', async () => {
  const post = await engine.aPreparedPost();
  await engine.advanceToDueTime();
  const again = await engine.publishNow(post._id);
  expect(again).toMatchObject({ status: 409, body: { code: 'POST_NOT_PUBLISHABLE' } });

  const doubtful = await engine.aPreparedPost();
  await engine.world.sandbox.fault('publish', 'timeout-before-commit');
  await engine.advanceToDueTime();
  expect(await engine.publishNow(doubtful._id)).toMatchObject({
    status: 409,
    body: { code: 'POST_IN_PROGRESS' },
  });
  const draft = await aDraft(engine.client);
  expect(await engine.publishNow(draft._id)).toMatchObject({
    status: 409,
    body: { code: 'POST_NOT_PUBLISHABLE' },
  });
  expect(await engine.ledger()).toHaveLength(1);
});

describe('when another account is connected', () => {
  async function aStrandedPost(state: 'scheduled' | 'prepared') {
    const post =
      state === 'prepared'
        ? await engine.aPreparedPost({ dueInMs: 20 * MINUTE })
        : await aPost(20 * MINUTE);
    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.untilIssue(post._id);
    return post;
  }
  const confirm = async (postIds?: string[]) =>
    dataOf(
      await engine.client.post<{ confirmed: number }>(
        '/schedule/confirm-account',
        postIds === undefined ? {} : { postIds },
      ),
    ).confirmed;

  test.each(['scheduled', 'prepared'] as const)(
    'a post that is %s requires a confirmation, by one email, and is published there after it',
    async (state) => {
      const post = await aStrandedPost(state);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        status: 'scheduled',
        ready: false,
        errorAction: 'confirm_account',
        errorMessage: expect.stringMatching(/@atelie\.barro.*@cafe\.serra/),
      });
      await engine.runSteps([post], 2, MINUTE);
      const mails = await engine.deliverEmails();
      expect(mails).toEqual([
        expect.objectContaining({
          subject: 'Escolha a conta dos seus posts',
          html: expect.stringContaining('Escolher a conta'),
        }),
      ]);

      expect(await confirm()).toBe(1);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorMessage: null,
        errorAction: null,
      });
      await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
      expect((await engine.onlyMedium()).username).toBe('cafe.serra');
      expect(await confirm()).toBe(0);
      expect(await engine.deliverEmails()).toHaveLength(1);
    },
  );

  test('a post that may be out on the former account stays with it, for its owner to check', async () => {
    const post = await aStrandedPost('prepared');
    const before = await engine.row(post._id);
    const due = new Date(post.scheduledTime ?? 0);
    await engine.world.database.db
      .updateTable('publications')
      .set({ outage_since: engine.world.now(), outage_until: due })
      .where('post_id', '=', post._id)
      .execute();
    expect(await confirm()).toBe(0);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'error',
      errorMessage: expect.stringContaining('Não conseguimos confirmar'),
      errorAction: 'try_again',
    });
    expect(await engine.row(post._id)).toMatchObject({
      target_ig_user_id: before.target_ig_user_id,
      ig_user_id: before.ig_user_id,
    });
    expect(await engine.publishCalls()).toBe(0);
  });

  test('a failed post requires a confirmation as well when it is retried or gets a new due time', async () => {
    const [again, later] = [await aPost(), await aPost()];
    for (const { _id } of [again, later]) {
      await engine.world.sandbox.fault('create', '36003/2207009');
      await engine.advanceUntil(_id, 'failed');
    }
    await connect(engine.world, engine.client, 'cafe.serra');
    expect((await engine.publishNow(again._id)).status).toBe(202);
    const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
    expect(
      (await engine.client.put(`/scheduled/${later._id}`, aFormOf({ scheduledTime }))).status,
    ).toBe(200);
    for (const post of [again, later]) {
      await engine.untilIssue(post._id);
      expect((await engine.fetchPost(post._id)).errorAction).toBe('confirm_account');
    }
    expect(await engine.publishCalls()).toBe(0);
    expect(await confirm()).toBe(2);
    await engine.advanceUntil(again._id, 'published', MINUTE);
    expect((await engine.onlyMedium()).username).toBe('cafe.serra');
  });

  test('several posts share one confirmation request, and only the named posts are confirmed', async () => {
    const stays = await aStrandedPost('prepared');
    const posts = [stays];
    await connect(engine.world, engine.client);
    const goes = await aPost(20 * MINUTE);
    posts.push(goes);
    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.runSteps(posts, 2, 1000);
    expect(await confirm([goes._id])).toBe(1);
    await engine.runSteps(posts, 10, 3 * MINUTE);
    expect((await engine.onlyMedium()).caption).toBe(goes.caption);
    expect((await engine.fetchPost(stays._id)).errorAction).toBe('confirm_account');
    expect((await engine.deliverEmails()).length).toBeLessThanOrEqual(2);
  });

  test.each(['scheduled', 'prepared'] as const)(
    'a post that is %s without a confirmation is not published and shows the reason',
    async (state) => {
      const post = await aStrandedPost(state);
      await engine.advanceUntil(post._id, 'expired', 5 * MINUTE);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorMessage: expect.stringContaining('@cafe.serra'),
        errorAction: 'try_again',
      });
      expect(await engine.publishCalls()).toBe(0);
      expect((await engine.publishNow(post._id)).status).toBe(202);
      await engine.advanceUntil(post._id, 'published', 5000);
      expect((await engine.onlyMedium()).username).toBe('cafe.serra');
    },
  );

  test('the first account resumes its posts when it is connected again', async () => {
    const post = await aStrandedPost('prepared');
    await connect(engine.world, engine.client);
    await engine.untilReady(post._id);
    expect((await engine.fetchPost(post._id)).errorMessage).toBeNull();
    expect(await engine.containers()).toHaveLength(1);
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    expect((await engine.onlyMedium()).username).toBe('atelie.barro');
  });
});

describe('when the same account is connected again', () => {
  test('a prepared post keeps its container and is published with the new authorisation', async () => {
    const post = await engine.aPreparedPost({ dueInMs: 20 * MINUTE });
    await connect(engine.world, engine.client);
    expect((await engine.fetchPost(post._id)).ready).toBe(true);
    await engine.advanceTo(post);
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(1);
    await engine.world.services.publishing.dispatcher.settle();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.containers()).toHaveLength(1);
  });

  test('a prepared post keeps its container even if the account was disconnected', async () => {
    const post = await engine.aPreparedPost({ dueInMs: 20 * MINUTE });
    await engine.client.post('/auth/instagram/disconnect');
    expect((await engine.fetchPost(post._id)).ready).toBe(false);
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 3 * MINUTE);
    expect(await engine.containers()).toHaveLength(1);
    expect(await engine.ledger()).toHaveLength(1);
  });
});
