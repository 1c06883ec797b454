import { describe, expect, test } from 'vitest';
import type { ErrorClass } from '../../instagram/graph/error-table.ts';
import { connect } from '../../../testing/factories.ts';
import { errorsOf } from '../../../testing/instagram-errors.ts';
import { raiseError } from '../../../testing/posts-with-errors.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

const cases = (...kinds: ErrorClass[]) => errorsOf(kinds, ['publish']);

async function aRefusedPost(error: string, times = 1) {
  const post = await engine.aPreparedPost();
  await raiseError(engine, error, 'publish', times);
  await engine.advanceToDueTime();
  expect((await engine.fetchPost(post._id)).status).toBe('pending');
  expect(await engine.publishCalls()).toBe(1);
  return post;
}

const thoughPublished = (error: string) => `${error}-but-published`;

describe('a temporary error', () => {
  test.each(cases('transient', 'new_container', 'not_ready', 'bug'))(
    '$error: the same container is published, once',
    async ({ error }) => {
      const post = await aRefusedPost(error);
      await engine.advanceUntil(post._id, 'published', 10_000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorMessage: null,
        errorAction: null,
      });
      expect(await engine.ledger()).toHaveLength(1);
      expect(await engine.containers()).toHaveLength(1);
      expect(await engine.publishCalls()).toBe(2);
    },
  );

  test.each(cases('transient', 'not_ready'))(
    '$error permanently: the post is tried for as long as it may be late, and then fails with a reason',
    async ({ error }) => {
      const post = await aRefusedPost(error, 1000);
      await engine.runSteps([post], 20, 2 * MINUTE);
      expect((await engine.fetchPost(post._id)).status).toBe('pending');
      expect(await engine.publishCalls()).toBeGreaterThan(5);
      await engine.advanceUntil(post._id, 'failed', 3 * MINUTE);
      expect((await engine.fetchPost(post._id)).errorMessage).toContain('não confirmou');
      expect(await engine.ledger()).toEqual([]);
      expect(await engine.deliverEmails()).toHaveLength(1);
    },
  );

  test.each(cases('new_container', 'bug'))(
    '$error permanently: the post fails with a reason',
    async ({ error }) => {
      const post = await aRefusedPost(error, 100);
      await engine.advanceUntil(post._id, 'failed', 30_000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: 'try_again',
        errorMessage: expect.stringContaining('não confirmou'),
      });
      expect(await engine.publishCalls()).toBe(5);
      expect(await engine.ledger()).toEqual([]);
      expect(await engine.deliverEmails()).toHaveLength(1);
    },
  );
});

describe('a limit', () => {
  test.each(cases('quota', 'rate_limited', 'app_limited'))(
    '$error: the post waits with a forecast and is published once',
    async ({ error, messagePart }) => {
      const post = await aRefusedPost(error);
      const postWithIssue = await engine.untilIssue(post._id, 20_000);
      expect(postWithIssue).toMatchObject({
        status: 'pending',
        errorAction: 'wait',
        errorMessage: expect.stringContaining(messagePart),
      });
      expect(new Date(postWithIssue.forecastAt ?? 0).getTime()).toBeGreaterThan(
        engine.world.now().getTime(),
      );
      await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
      expect(await engine.ledger()).toHaveLength(1);
      expect(await engine.containers()).toHaveLength(1);
      expect((await engine.fetchPost(post._id)).errorMessage).toBeNull();
    },
  );
});

describe('a missing authorisation', () => {
  test.each(cases('reconnect'))(
    '$error: nothing is sent until the reconnect, and the post is published once',
    async ({ error, messagePart }) => {
      const post = await aRefusedPost(error);
      const postWithIssue = await engine.untilIssue(post._id, 20_000);
      expect(postWithIssue).toMatchObject({ status: 'pending', errorAction: 'reconnect' });
      expect(postWithIssue.errorMessage).toContain(messagePart);
      await engine.runSteps([post], 3, MINUTE);
      expect(await engine.publishCalls()).toBe(1);
      const mails = await engine.deliverEmails();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.html).toContain('Reconectar @atelie.barro');

      await connect(engine.world, engine.client);
      await engine.advanceUntil(post._id, 'published', 20_000);
      expect(await engine.ledger()).toHaveLength(1);
      expect(await engine.containers()).toHaveLength(1);
    },
  );

  test('100/33, an account that is gone: nothing is sent until it is connected again', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '100/33');
    await engine.world.sandbox.fault('permissions', 'invalid');
    await engine.advanceToDueTime();
    expect((await engine.untilIssue(post._id, 20_000)).errorAction).toBe('reconnect');
    expect(await engine.publishCalls()).toBe(1);
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await engine.ledger()).toHaveLength(1);
  });
});

describe('a block by Instagram', () => {
  test.each(cases('blocked'))(
    '$error: the post fails with its cause, and nothing more is published on the account',
    async ({ error, messagePart }) => {
      const post = await aRefusedPost(error);
      await engine.advanceUntil(post._id, 'failed', 10_000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: 'try_again',
        errorMessage: expect.stringContaining(messagePart),
      });
      expect(await engine.deliverEmails()).toHaveLength(1);
      const account = await engine.world.database.db
        .selectFrom('instagram_accounts')
        .select('throttle_reason')
        .where('username', '=', 'atelie.barro')
        .executeTakeFirst();
      expect(account?.throttle_reason).toBe('blocked');
      expect(await engine.publishCalls()).toBe(1);
    },
  );
});

describe('content that Instagram never accepts', () => {
  test.each(cases('content'))(
    '$error: the post fails with a recovery action and is not sent again',
    async ({ error, messagePart, action }) => {
      const post = await aRefusedPost(error);
      await engine.advanceUntil(post._id, 'failed', 10_000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorAction: action,
        errorMessage: expect.stringContaining(messagePart),
      });
      expect(await engine.publishCalls()).toBe(1);
      expect(await engine.ledger()).toEqual([]);
      expect(await engine.deliverEmails()).toHaveLength(1);
    },
  );
});

describe('any error of a post that Instagram published', () => {
  const passing = cases('transient', 'new_container', 'not_ready', 'bug', 'quota', 'rate_limited');
  test.each([...passing, ...cases('reconnect', 'blocked', 'content')])(
    '$error: the post is found published, and nothing is sent again',
    async ({ error, kind }) => {
      const post = await aRefusedPost(thoughPublished(error));
      if (kind === 'reconnect') await connect(engine.world, engine.client);
      await engine.advanceUntil(post._id, 'published', 5000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorMessage: null,
        errorAction: null,
      });
      const [medium, ...others] = await engine.ledger();
      expect(others).toEqual([]);
      expect((await engine.row(post._id)).media_id).toBe(medium?.id);
      expect(await engine.publishCalls()).toBe(1);
      expect(await engine.deliverEmails()).toEqual([]);
    },
  );
});

describe('when published media cannot be listed', () => {
  test('for a while, the post is published once its medium is found', async () => {
    const post = await aRefusedPost('500-code2-but-published');
    await engine.world.sandbox.fault('list', '500-code2', { times: 3 });
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect((await engine.row(post._id)).media_id).toBe((await engine.onlyMedium()).id);
  });

  test('for long, the post is published without a permalink and is not sent again', async () => {
    const post = await aRefusedPost('500-code2-but-published');
    await engine.world.sandbox.fault('list', '500-code2', { times: 1000 });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect((await engine.row(post._id)).media_id).toBeNull();
    expect(await engine.fetchPost(post._id)).toMatchObject({ permalink: null, errorMessage: null });
    expect(await engine.ledger()).toHaveLength(1);
    expect(await engine.publishCalls()).toBe(1);
  });
});
