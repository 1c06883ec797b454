import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  connect,
  fetchPost,
} from '../../../testing/factories.ts';
import { raiseError } from '../../../testing/posts-with-errors.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

describe('when Instagram refuses the publish call', () => {
  async function refused(fault: string) {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', fault);
    await engine.advanceToDueTime();
    return post;
  }

  test.each([
    ['as spam', '403-2207051', 'try_again'],
    ['for its picture', '36003/2207009', 'change_media'],
    ['for its caption', '36004/2207010', 'edit'],
  ])('%s, the post fails with its cause and is not sent again', async (_case, fault, action) => {
    const post = await refused(fault);
    await engine.advanceUntil(post._id, 'failed', 10_000);
    expect((await fetchPost(engine.client, post._id)).errorAction).toBe(action);
    expect(await engine.publishCalls()).toBe(1);
    expect(await engine.world.sandbox.published(post.caption)).toEqual([]);
  });

  test('as spam, nothing else is published on the account for a while', async () => {
    const post = await refused('403-2207051');
    await engine.advanceUntil(post._id, 'failed', 10_000);
    const next = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE });
    await engine.advance(next._id);
    expect(await fetchPost(engine.client, next._id)).toMatchObject({
      status: 'scheduled',
      errorMessage: expect.stringContaining('bloqueou'),
    });
    await engine.world.advanceTime(2 * MINUTE);
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(0);
  });

  test('for its quota repeatedly, the post waits with the reason and is published once', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'quota', { times: 6 });
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'published', 4 * MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
    expect(await engine.publishCalls()).toBe(7);
  });

  test('for its quota for more than a day, the post fails with a reason', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'quota', { times: 1000 });
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'failed', 60 * MINUTE);
    expect((await fetchPost(engine.client, post._id)).errorMessage).toContain('hora marcada');
    expect(await engine.world.sandbox.published(post.caption)).toEqual([]);
  });

  test('for its token, the same container is published after the owner reconnects', async () => {
    const post = await engine.aPreparedPost();
    await raiseError(engine, '190/460', 'publish');
    await engine.advanceToDueTime();
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

describe('when the account is disconnected during an unknown outcome', () => {
  async function isReconciling(fault: string) {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', fault);
    await engine.advanceToDueTime();
    await engine.client.post('/auth/instagram/disconnect');
    return post;
  }
  const connectionsLeft = async () =>
    (
      await sql`select from instagram_connections c
       join workspace_members m on m.workspace_id = c.workspace_id
       where m.user_id = ${engine.client.user._id}`.execute(engine.world.database.db)
    ).rows.length;

  test('a publication is detected, and then the token is deleted', async () => {
    const post = await isReconciling('timeout-after-commit');
    expect(await connectionsLeft()).toBe(1);
    await engine.advanceUntil(post._id, 'published', 5000);
    await engine.world.services.deleteExpired();
    expect(await connectionsLeft()).toBe(0);
  });

  test('a post that was not published is not published afterwards', async () => {
    const post = await isReconciling('timeout-before-commit');
    await engine.advanceUntil(post._id, 'failed', 10_000);
    expect(await engine.world.sandbox.published(post.caption)).toEqual([]);
    expect((await fetchPost(engine.client, post._id)).errorAction).toBe('reconnect');
  });

  test('and another one is connected, the first account is still checked', async () => {
    const post = await isReconciling('timeout-after-commit');
    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

test('a refusal of a replaced token does not hold the account', async () => {
  const { workspace_id: workspaceId } = await engine.world.database.db
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', engine.client.user._id)
    .executeTakeFirstOrThrow();
  const before = await engine.world.services.instagram.accounts.accountOf(workspaceId);
  if (before === undefined) throw new Error('not connected');
  await connect(engine.world, engine.client);
  await engine.world.services.instagram.accounts.markForReconnect(before, '190');
  expect(
    (await engine.world.services.instagram.accounts.accountOf(workspaceId))?.holdReason,
  ).toBeNull();
});

test('a photo without a caption is not confused with another one', async () => {
  const post = await engine.aPreparedPost({ caption: '' });
  await engine.world.sandbox.fault('publish', 'timeout-before-commit');
  await engine.advanceToDueTime();
  await engine.publishManually({});
  const other = await aConnectedUser(engine.world);
  const theirs = await aScheduledPost(engine.world, other, { caption: '', dueInMs: 1000 });
  await engine.runSteps([post, theirs], 3, 1500);
  expect(await engine.world.sandbox.published()).toHaveLength(1);

  await engine.runSteps([post, theirs], 20, 10_000);
  const media = await engine.world.sandbox.published();
  expect(media).toHaveLength(3);
  const bound = [await engine.row(post._id), await engine.row(theirs._id)];
  expect(new Set(bound.map(({ media_id: id }) => id))).toEqual(
    new Set(media.slice(1).map(({ id }) => id)),
  );
});

test('two posts with equal captions are each published once when one response and one call are lost', async () => {
  const conflictingPosts = [
    await engine.aPreparedPost({ caption: 'Promoção' }),
    await engine.aPreparedPost({ caption: 'Promoção' }),
  ];
  await engine.world.sandbox.fault('publish', 'timeout-after-commit');
  await engine.world.sandbox.fault('publish', 'timeout-before-commit');
  await engine.advanceToDueTime();
  for (let step = 0; step < 60; step += 1) {
    await engine.world.services.publishing.dispatcher.run();
    for (const { _id } of conflictingPosts.toReversed()) await engine.advance(_id);
    await engine.world.advanceTime(5000);
  }
  const statuses = await Promise.all(
    conflictingPosts.map(({ _id }) => fetchPost(engine.client, _id)),
  );
  expect(statuses.map(({ status }) => status)).toEqual(['published', 'published']);
  expect(await engine.world.sandbox.published('Promoção')).toHaveLength(2);
});

test('a failed container is not replaced while its publish call may be running', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.sandbox.fault('publish', 'timeout-before-commit');
  await engine.advanceToDueTime();
  await engine.world.sandbox.fault('status', 'error:2207082');
  await engine.runSteps([post], 7, 10_000);
  expect(await engine.containers()).toHaveLength(1);
  await engine.runSteps([post], 7, 10_000);
  expect((await engine.fetchPost(post._id)).status).toBe('published');
  expect(await engine.containers()).toHaveLength(2);
  expect(await engine.ledger()).toHaveLength(1);
});

test('an unknown outcome that Instagram never lets us read ends after a day, with a recovery action', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.sandbox.fault('publish', 'timeout-before-commit');
  await engine.advanceToDueTime();
  await engine.world.sandbox.fault('status', '100/33', { times: 1000 });
  await engine.advanceUntil(post._id, 'error', 60 * MINUTE);
  expect((await fetchPost(engine.client, post._id)).errorMessage).toContain('Veja no Instagram');
});

test('a post in flight on one account is not published on another, and its owner must confirm', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.sandbox.fault('publish', 'timeout-before-commit');
  await engine.advanceToDueTime();
  await connect(engine.world, engine.client, 'cafe.serra');
  expect(await engine.untilIssue(post._id, 20_000)).toMatchObject({
    status: 'pending',
    errorAction: 'confirm_account',
    errorMessage: expect.stringMatching(/@atelie\.barro.*@cafe\.serra/),
  });
  expect(await engine.publishCalls()).toBe(1);
  await engine.advanceUntil(post._id, 'failed', 3 * MINUTE);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    errorAction: 'try_again',
    errorMessage: expect.stringContaining('@cafe.serra'),
  });
  expect(await engine.publishCalls()).toBe(1);
  expect(await engine.world.sandbox.published(post.caption)).toEqual([]);
});

describe('when a container', () => {
  test('fails, another one is created', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault('status', 'error:2207082');
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('never finishes, another one is created', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 25 * MINUTE });
    await engine.world.sandbox.fault('create', 'stuck');
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test.each([
    ['create', '9004/2207052', /buscar o arquivo no nosso servidor .* não é o seu arquivo/],
    ['status', 'error:2207076', /buscar o arquivo no nosso servidor .* não é o seu arquivo/],
    ['status', 'error:2207077', /falhou ao preparar o arquivo/],
  ])('always fails at %s with %s, the post fails and its file is not blamed', async (...one) => {
    const [step, fault, reason] = one;
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault(step, fault, { times: 100 });
    await engine.advanceUntil(post._id, 'failed', MINUTE);
    expect(await fetchPost(engine.client, post._id)).toMatchObject({
      errorMessage: expect.stringMatching(reason),
      errorAction: 'try_again',
    });
    expect(await engine.publishCalls()).toBe(0);
  });

  test('could not be fetched once and is lost then, our address is to blame', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault('create', '9004/2207052');
    await engine.world.sandbox.fault('status', 'error:2207077', { times: 100 });
    await engine.advanceUntil(post._id, 'failed', MINUTE);
    expect((await fetchPost(engine.client, post._id)).errorMessage).toMatch(
      /buscar o arquivo no nosso servidor/,
    );
  });

  test('fails at the due time and for more than an hour, the post is published late', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE });
    await engine.world.sandbox.fault('status', 'error:2207077', { times: 3 });
    await engine.advanceUntil(post._id, 'published', 25 * MINUTE);
    expect(engine.world.now().getTime()).toBeGreaterThan(
      new Date(post.scheduledTime ?? 0).getTime() + 60 * MINUTE,
    );
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('expires before the due time, another one is created', async () => {
    const post = await engine.aPreparedPost({ dueInMs: 20 * MINUTE });
    const { db } = engine.world.database;
    await sql`update posts set scheduled_time = scheduled_time + interval '24 hours'
      where id = ${post._id}`.execute(db);
    await sql`update publications set next_step_at = app_now() where post_id = ${post._id}`.execute(
      db,
    );
    await engine.world.advanceTime(24 * 60 * MINUTE + 15 * MINUTE);
    // Only the container has expired; the session of the test is still valid.
    await engine.advanceUntil(post._id, 'published', 60_000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('cannot be created for a temporary reason, the request is repeated', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
    await engine.world.sandbox.fault('create', '9004', { times: 2 });
    await engine.advanceUntil(post._id, 'published', 15_000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('cannot be created during an outage of Instagram, the post waits and does not fail', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    await engine.world.sandbox.fault('create', '500-code2', { times: 12 });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('cannot be created past the due time because of a rate limit, the post is published late', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE });
    await engine.world.sandbox.fault('create', '80002', { times: 14 });
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('is refused for its content, the post fails before the due time with a recovery action', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    await engine.world.sandbox.fault('create', '36003/2207009');
    await engine.advance(post._id);
    expect(await fetchPost(engine.client, post._id)).toMatchObject({
      status: 'failed',
      errorAction: 'change_media',
      errorMessage: expect.stringContaining('4:5'),
    });
  });
});

describe('when the account', () => {
  test('is revoked, the post shows the issue and is published after a reconnect', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 10 * MINUTE });
    await engine.world.sandbox.fault('token', '460');
    await engine.advance(post._id);
    expect(await fetchPost(engine.client, post._id)).toMatchObject({
      status: 'scheduled',
      errorAction: 'reconnect',
    });
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 30_000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('was blocked and is connected again, its scheduled posts are published', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '403-2207051');
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'failed', 10_000);
    const next = await aScheduledPost(engine.world, engine.client, { dueInMs: 10 * MINUTE });
    await connect(engine.world, engine.client);
    await engine.advanceUntil(next._id, 'published', 30_000);
    expect(await engine.world.sandbox.published(next.caption)).toHaveLength(1);
  });

  test('stays revoked until an hour after the due time, the post fails for it', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 10 * MINUTE });
    await engine.world.sandbox.fault('token', '460', { times: 1000 });
    await engine.advanceUntil(post._id, 'failed', 3 * MINUTE);
    expect((await fetchPost(engine.client, post._id)).errorAction).toBe('reconnect');
  });

  test('was never connected, the demonstration expires at its due time', async () => {
    const { owner, post } = await aDemoPost();
    expect((await fetchPost(owner, post._id)).status).toBe('scheduled');
    await engine.world.advanceTime(10 * MINUTE);
    await engine.advance(post._id);
    expect((await fetchPost(owner, post._id)).status).toBe('expired');
    expect(await engine.world.sandbox.published()).toEqual([]);
  });

  test('is connected before the due time, the demonstration is published', async () => {
    const { owner, post } = await aDemoPost();
    await connect(engine.world, owner);
    await engine.advanceUntil(post._id, 'published', 30_000, owner);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('is disconnected, a prepared post is not published', async () => {
    const post = await engine.aPreparedPost();
    await engine.client.post('/auth/instagram/disconnect');
    await engine.world.advanceTime(6 * MINUTE);
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(0);
    await engine.advanceUntil(post._id, 'expired');
    expect(await engine.publishCalls()).toBe(0);
  });
});

test('a post that is more than an hour late expires instead of surprising its owner', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.advanceTime(5 * MINUTE + 61 * MINUTE);
  expect(await engine.world.services.publishing.dispatcher.run()).toBe(0);
  await engine.advanceUntil(post._id, 'expired');
  expect(await engine.publishCalls()).toBe(0);
});

async function aDemoPost() {
  const owner = await aUser(engine.world);
  const post = await aScheduledPost(engine.world, owner, { dueInMs: 10 * MINUTE, demo: true });
  expect(post.demo).toBe(true);
  await engine.advance(post._id);
  return { owner, post };
}
