import type { Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import type { ErrorClass } from '../../instagram/graph/error-table.ts';
import { connect } from '../../../testing/factories.ts';
import { errorsOf, type ErrorStep } from '../../../testing/instagram-errors.ts';
import { aPostWithError } from '../../../testing/posts-with-errors.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

/** refusals.test.ts covers the publish call. */
const preparationSteps: readonly ErrorStep[] = [
  'create',
  'parent',
  'status',
  'container',
  'list',
  'token',
];
const cases = (kinds: readonly ErrorClass[], steps = preparationSteps) => errorsOf(kinds, steps);

async function expectPublished(post: Post): Promise<void> {
  expect(await engine.fetchPost(post._id)).toMatchObject({
    status: 'published',
    errorMessage: null,
    errorAction: null,
  });
  expect(await engine.ledger()).toHaveLength(1);
  expect(await engine.publishCalls()).toBe(1);
}

describe('a temporary error is displayed while it lasts, and the post is published once', () => {
  test.each(cases(['transient', 'new_container', 'not_ready']))(
    '$error at $step',
    async ({ error, step, messagePart }) => {
      const post = await aPostWithError(engine, error, step);
      expect(await engine.untilIssue(post._id)).toMatchObject({
        status: 'scheduled',
        errorAction: 'wait',
        errorMessage: expect.stringContaining(messagePart),
      });
      await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
      await expectPublished(post);
      expect(await engine.deliverEmails()).toEqual([]);
    },
  );
});

describe('a limit delays the post with a forecast, and the post is published once', () => {
  test.each(cases(['quota', 'rate_limited', 'app_limited']))(
    '$error at $step',
    async ({ error, step, messagePart }) => {
      const post = await aPostWithError(engine, error, step);
      const postWithIssue = await engine.untilIssue(post._id);
      expect(postWithIssue).toMatchObject({
        status: 'scheduled',
        errorAction: 'wait',
        errorMessage: expect.stringContaining(messagePart),
      });
      expect(new Date(postWithIssue.forecastAt ?? 0).getTime()).toBeGreaterThan(
        engine.world.now().getTime(),
      );
      await engine.advanceUntil(post._id, 'published', 4 * MINUTE);
      await expectPublished(post);
      expect(await engine.deliverEmails()).toEqual([]);
    },
  );
});

describe('a missing authorisation is reported before the due time, and the post is published once after a reconnect', () => {
  test.each(cases(['reconnect'], [...preparationSteps, 'quota']))(
    '$error at $step',
    async ({ error, step, messagePart }) => {
      const post = await aPostWithError(engine, error, step);
      const postWithIssue = await engine.untilIssue(post._id);
      expect(postWithIssue).toMatchObject({ status: 'scheduled', errorAction: 'reconnect' });
      expect(postWithIssue.errorMessage).toContain(messagePart);
      const mails = await engine.deliverEmails();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(messagePart);
      await engine.runSteps([post], 3, MINUTE);
      expect(await engine.publishCalls()).toBe(0);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: 'reconnect',
        errorMessage: expect.stringContaining(messagePart),
      });

      await connect(engine.world, engine.client);
      await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
      await expectPublished(post);
    },
  );
});

test.each([
  ['create', '100/33'],
  ['parent', '100/33'],
] as const)('an account that is gone at %s must be connected again', async (step, error) => {
  const post = await aPostWithError(engine, error, step, 1);
  await engine.world.sandbox.fault('permissions', 'invalid', { times: 2 });
  expect((await engine.untilIssue(post._id)).errorAction).toBe('reconnect');
  await connect(engine.world, engine.client);
  await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
  await expectPublished(post);
});

describe('a block by Instagram is reported before the due time, and nothing is published without the owner', () => {
  test.each(cases(['blocked'], ['create']))(
    '$error at $step',
    async ({ error, step, messagePart }) => {
      const post = await aPostWithError(engine, error, step);
      const postWithIssue = await engine.untilIssue(post._id);
      expect(postWithIssue).toMatchObject({ status: 'scheduled', errorAction: 'try_again' });
      expect(postWithIssue.errorMessage).toContain(messagePart);
      const mails = await engine.deliverEmails();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(messagePart);
      await engine.advanceUntil(post._id, 'failed', 5 * MINUTE);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: 'try_again',
        errorMessage: expect.stringMatching(/Instagram/),
      });
      expect(await engine.publishCalls()).toBe(0);
      await engine.publishNow(post._id);
      await engine.advanceUntil(post._id, 'published', 5000);
      await expectPublished(post);
    },
  );

  test('the retry button publishes the post of a blocked account at once', async () => {
    const post = await aPostWithError(engine, '25/2207050', 'create');
    expect((await engine.untilIssue(post._id)).errorAction).toBe('try_again');
    expect((await engine.publishNow(post._id)).status).toBe(202);
    await engine.advanceUntil(post._id, 'published', 5000);
    await expectPublished(post);
  });
});

describe('content that Instagram never accepts fails before the due time, with a recovery action', () => {
  test.each(cases(['content'], ['create']))(
    '$error at $step',
    async ({ error, step, messagePart, action }) => {
      const post = await aPostWithError(engine, error, step);
      await engine.advanceUntil(post._id, 'failed');
      expect(engine.world.now() < new Date(post.scheduledTime ?? 0)).toBe(true);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: action,
        errorMessage: expect.stringContaining(messagePart),
      });
      expect(await engine.publishCalls()).toBe(0);
      const mails = await engine.deliverEmails();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(messagePart);
    },
  );
});

describe('an error of our own call', () => {
  test.each(cases(['bug']))(
    '$error at $step that occurs once only delays the post',
    async ({ error, step, messagePart }) => {
      const post = await aPostWithError(engine, error, step);
      const { errorAction, errorMessage } = await engine.untilIssue(post._id);
      expect(errorAction).toBe('wait');
      expect(errorMessage).toContain(messagePart);
      expect(errorMessage).toMatch(/Tentamos de novo em instantes\.$/);
      await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
      await expectPublished(post);
    },
  );

  test.each(cases(['bug']))(
    '$error at $step that recurs ends the post with a way on',
    async ({ error, step, messagePart }) => {
      const post = await aPostWithError(engine, error, step, 1000);
      await engine.advanceUntil(post._id, 'error', MINUTE);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: 'try_again',
        errorMessage: expect.stringMatching(
          `${messagePart}.* publique você mesmo pelo Instagram\\.$`,
        ),
      });
      expect(await engine.publishCalls()).toBe(0);
      expect(await engine.deliverEmails()).toHaveLength(1);
    },
  );
});

test('an error of our own call in the status of a container only delays the post', async () => {
  const post = await aPostWithError(engine, '-/2207073', 'container');
  expect(await engine.untilIssue(post._id)).toMatchObject({
    errorAction: 'wait',
    errorMessage: 'O Instagram recusou este post por um erro nosso. Tentamos de novo em instantes.',
  });
  await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
  await expectPublished(post);
});

describe('a quota that cannot be read does not hold a post', () => {
  test.each(cases(['transient', 'quota', 'rate_limited'], ['quota']))(
    '$error at $step',
    async ({ error, step }) => {
      const post = await aPostWithError(engine, error, step);
      expect((await engine.untilReady(post._id)).errorMessage).toBeNull();
      await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
      await expectPublished(post);
    },
  );
});
