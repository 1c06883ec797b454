import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { aFormOf, aScheduledPost } from '../../testing/factories.ts';
import { claimOptions, MINUTE, usePublishing } from '../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;

/**
 * Has the tables of posts as they are now put back later, as a restored backup does: the last sign
 * of life in it is that of some seconds before.
 */
async function backUp() {
  const { db } = engine.world.database;
  const backedUpAt = engine.world.now().getTime();
  const [posts, containers] = [
    await db.selectFrom('posts').selectAll().execute(),
    await db.selectFrom('containers').selectAll().execute(),
  ];
  return async () => {
    for (const { id, flight_key: _generated, user_tags: tags, ...row } of posts) {
      await db
        .updateTable('posts')
        .set({ ...row, user_tags: JSON.stringify(tags) })
        .where('id', '=', id)
        .execute();
    }
    const known = containers.map(({ id }) => id);
    for (const { id, ...row } of containers) {
      await db.updateTable('containers').set(row).where('id', '=', id).execute();
    }
    await db
      .deleteFrom('containers')
      .$if(known.length > 0, (query) => query.where('id', 'not in', known))
      .execute();
    await simulateOutage(engine.world.now().getTime() - backedUpAt);
  };
}

/** Nobody has been alive for so long, as the database knows. */
async function simulateOutage(ms: number): Promise<void> {
  const { db } = engine.world.database;
  await sql`update worker_heartbeats
    set seen_at = app_now() - make_interval(secs => ${ms / 1000})`.execute(db);
}

/** The first sign of life of a worker that starts. */
const startWorkerHeartbeat = () =>
  engine.world.services.publishing.repository.recordHeartbeat(newId());

const aPost = (options: { caption?: string; mediaType?: MediaType; dueInMs?: number } = {}) =>
  aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE, ...options });

/** Publishes what is due, and then restores the database of before; 20 min are gone. */
async function publishAndRestore(posts: readonly Post[]): Promise<void> {
  await engine.world.advanceTime(1000);
  const restore = await backUp();
  await engine.advanceTo(posts[0] ?? { scheduledTime: null });
  await engine.runSteps(posts, 8, 30_000);
  const due = posts.filter(
    ({ scheduledTime }) => new Date(scheduledTime ?? 0) < engine.world.now(),
  );
  for (const { _id } of due) expect((await engine.fetchPost(_id)).status).toBe('published');
  await engine.world.advanceTime(15 * MINUTE);
  await restore();
}

describe('after a backup of before the hour was restored', () => {
  test.each(['IMAGE', 'CAROUSEL', 'REELS', 'VIDEO'] as const)(
    'what went out meanwhile as %s is found by its caption and bound, whether it was prepared or not',
    async (mediaType) => {
      const prepared = await aPost({ mediaType });
      await engine.untilReady(prepared._id);
      const scheduled = await aPost({ mediaType });
      await publishAndRestore([prepared, scheduled]);
      const media = await engine.world.sandbox.published();
      expect(media).toHaveLength(2);
      const calls = await engine.publishCalls();

      await startWorkerHeartbeat();
      await engine.runSteps([prepared, scheduled], 12, 10_000);
      for (const post of [prepared, scheduled]) {
        expect(await engine.fetchPost(post._id)).toMatchObject({
          status: 'published',
          errorMessage: null,
        });
        const own = media.find(({ caption }) => caption === post.caption);
        expect((await engine.row(post._id)).media_id).toBe(own?.id);
        await engine.readPermalinks();
        expect((await engine.fetchPost(post._id)).permalink).toBe(own?.permalink);
      }
      expect(await engine.publishCalls()).toBe(calls);
      expect(await engine.ledger()).toHaveLength(2);
    },
  );

  test.each([
    ['a photo without a caption', { caption: '', mediaType: 'IMAGE' }],
    ['a story', { caption: 'Legenda que ninguém vê', mediaType: 'STORIES' }],
  ] as const)(
    '%s that was not prepared then is left to its owner, by mail',
    async (_case, wish) => {
      const post = await aPost(wish);
      await publishAndRestore([post]);
      await startWorkerHeartbeat();
      await engine.runSteps([post], 12, 10_000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        status: 'error',
        errorAction: 'try_again',
        errorMessage: expect.stringContaining('Veja no Instagram se ele está lá'),
      });
      expect(await engine.ledger()).toHaveLength(1);
      expect(await engine.deliverEmails()).toEqual([
        expect.objectContaining({ text: expect.stringContaining('Veja no Instagram') }),
      ]);
    },
  );

  test.each([
    ['a photo without a caption', { caption: '', mediaType: 'IMAGE' }],
    ['a story', { caption: 'Legenda que ninguém vê', mediaType: 'STORIES' }],
  ] as const)('%s that was prepared then is told by its container', async (_case, wish) => {
    const post = await aPost(wish);
    await engine.untilReady(post._id);
    await publishAndRestore([post]);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('a post of the last seconds before the backup is looked for too', async () => {
    await engine.world.advanceTime(30_000);
    const post = await aPost();
    const { db } = engine.world.database;
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    await restore();
    // Signs of life are 10 s apart: the last one is older than the post.
    await sql`update worker_heartbeats set seen_at = p.created_at - interval '8 seconds'
      from posts p where p.id = ${post._id}`.execute(db);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('of two that read the same neither goes out again', async () => {
    const posts = [await aPost({ caption: 'Promoção' }), await aPost({ caption: 'Promoção' })];
    for (const { _id } of posts) await engine.untilReady(_id);
    await publishAndRestore(posts);
    expect(await engine.ledger()).toHaveLength(2);
    await startWorkerHeartbeat();
    await engine.runSteps(posts, 12, 10_000);
    for (const { _id } of posts) {
      expect(['published', 'error']).toContain((await engine.fetchPost(_id)).status);
    }
    expect(await engine.ledger()).toHaveLength(2);
  });

  test('what went out and was changed before anybody looked goes out no second time', async () => {
    const post = await aPost({ caption: 'Promoção de sábado' });
    await engine.untilReady(post._id);
    await publishAndRestore([post]);
    const form = aFormOf({ caption: 'Promoção de domingo' });
    expect((await engine.client.put(`/scheduled/${post._id}`, form)).status).toBe(200);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('what went out and whose container Instagram lets nobody read still comes to its end', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    await engine.advanceTo(post, 4 * MINUTE);
    await simulateOutage(5 * MINUTE);
    await startWorkerHeartbeat();
    await engine.world.sandbox.fault('status', '100/33', { times: 40 });
    await engine.runSteps([post], 25, 61_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('a link that is bound after a backup is of the time since its container was made', async () => {
    await engine.publishManually({ caption: 'Promoção' });
    await engine.world.advanceTime(HOUR);
    const post = await aPost({ caption: 'Promoção' });
    await engine.untilReady(post._id);
    await publishAndRestore([post]);
    const own = (await engine.ledger()).at(-1);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.row(post._id)).media_id).toBe(own?.id);
  });

  test('what went out as another of ours, nobody knows which, is taken for none', async () => {
    const posts = [await aPost({ caption: 'Promoção' }), await aPost({ caption: 'Promoção' })];
    const [first, second] = posts.map(({ _id }) => _id);
    await engine.untilReady(first ?? '');
    await engine.advanceTo(posts[0] ?? { scheduledTime: null });
    await engine.world.services.publishing.dispatcher.run(first);
    await engine.world.services.publishing.dispatcher.settle();
    expect(await engine.ledger()).toHaveLength(1);
    // It could not be listed at the time: see the doubts that end without a medium.
    await sql`update posts set media_id = null where id = ${first}`.execute(
      engine.world.database.db,
    );
    await engine.world.advanceTime(10 * MINUTE);
    await simulateOutage(15 * MINUTE);
    await startWorkerHeartbeat();
    await engine.runSteps(posts, 12, 10_000);
    expect((await engine.row(second ?? '')).media_id).toBeNull();
    expect((await engine.fetchPost(second ?? '')).status).toBe('error');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('what is due later goes on, and goes out once', async () => {
    const due = await aPost();
    const later = await aPost({ dueInMs: 2 * HOUR });
    await engine.untilReady(due._id);
    await publishAndRestore([due, later]);
    await startWorkerHeartbeat();
    await engine.runSteps([due, later], 4, 10_000);
    expect((await engine.fetchPost(later._id)).status).toBe('scheduled');
    await engine.advanceTo(later, 25 * MINUTE);
    await engine.untilReady(later._id);
    await engine.advanceTo(later);
    await engine.runSteps([due, later], 3, 1000);
    expect((await engine.fetchPost(later._id)).status).toBe('published');
    expect(await engine.world.sandbox.published(later.caption)).toHaveLength(1);
    expect(await engine.world.sandbox.published(due.caption)).toHaveLength(1);
  });

  test('what did not go out yet and is due goes out now, once', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    await engine.advanceTo(post, -20 * MINUTE);
    await simulateOutage(30 * MINUTE);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('what somebody published by hand meanwhile, with other words, is no hindrance', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    await engine.advanceTo(post, -MINUTE);
    await engine.publishManually({ caption: 'Outra coisa' });
    await engine.world.advanceTime(5 * MINUTE);
    await simulateOutage(20 * MINUTE);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('a doubt of then is still a doubt, and resolved without a second call', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    await publishAndRestore([post]);
    const calls = await engine.publishCalls();
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.publishCalls()).toBe(calls);
    expect(await engine.ledger()).toHaveLength(1);
  });
});

describe('claims', () => {
  test('are refused until there was a sign of life', async () => {
    const post = await engine.aPreparedPost();
    await engine.advanceTo(post);
    await simulateOutage(30 * MINUTE);
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(0);
    expect(
      await engine.world.services.publishing.repository.claimDue(claimOptions(10, null)),
    ).toEqual([]);
    expect(
      await engine.world.services.publishing.repository.claimDue(claimOptions(10, post._id)),
    ).toEqual([]);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 6, 5000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('go on when nobody was silent for long', async () => {
    const post = await engine.aPreparedPost();
    await engine.advanceTo(post);
    await simulateOutage(50_000);
    await startWorkerHeartbeat();
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(1);
    await engine.world.services.publishing.dispatcher.settle();
    expect(await engine.ledger()).toHaveLength(1);
  });
});

test('after an hour without any worker everything that is not too late goes out once', async () => {
  const hours = [5, 15, 30, 45, 60, 75];
  const posts: Post[] = [];
  for (const minutes of hours) {
    posts.push(await aPost({ dueInMs: minutes * MINUTE }));
    if (minutes < 30) await engine.untilReady(posts.at(-1)?._id ?? '');
  }
  await engine.world.advanceTime(62 * MINUTE);
  await simulateOutage(62 * MINUTE);
  await startWorkerHeartbeat();
  await engine.runSteps(posts, 14, 5000);
  for (const post of posts) {
    const hour = new Date(post.scheduledTime ?? 0).getTime();
    const { status } = await engine.fetchPost(post._id);
    const lateMs = engine.world.now().getTime() - hour;
    expect([post.scheduledTime, status]).toEqual([
      post.scheduledTime,
      lateMs > 0 ? 'published' : 'scheduled',
    ]);
  }
  expect(await engine.ledger()).toHaveLength(5);
  await engine.runSteps(posts, 10, 3 * MINUTE);
  expect(await engine.ledger()).toHaveLength(6);
  expect(new Set((await engine.ledger()).map(({ caption }) => caption)).size).toBe(6);
});

test('what is more than an hour late by then expires, and says so by mail', async () => {
  const post = await engine.aPreparedPost();
  await engine.advanceTo(post, -61 * MINUTE);
  await simulateOutage(70 * MINUTE);
  await startWorkerHeartbeat();
  await engine.runSteps([post], 4, 5000);
  expect((await engine.fetchPost(post._id)).status).toBe('expired');
  expect(await engine.ledger()).toEqual([]);
  expect(await engine.deliverEmails()).toHaveLength(1);
});
