import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aFormOf, aScheduledPost } from '../../../testing/factories.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;

/** The result writes the tables back like a restored backup, whose last heartbeat is some seconds older. */
async function backUp() {
  const { db } = engine.world.database;
  const backedUpAt = engine.world.now().getTime();
  const [posts, publications, containers] = [
    await db.selectFrom('posts').selectAll().execute(),
    await db.selectFrom('publications').selectAll().execute(),
    await db.selectFrom('containers').selectAll().execute(),
  ];
  return async () => {
    for (const { id, in_flight_key: _generated, user_tags: tags, ...row } of posts) {
      await db
        .updateTable('posts')
        .set({ ...row, user_tags: JSON.stringify(tags) })
        .where('id', '=', id)
        .execute();
    }
    for (const { post_id: id, status: _status, claimable_at: _at, ...row } of publications) {
      await db.updateTable('publications').set(row).where('post_id', '=', id).execute();
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

async function simulateOutage(ms: number): Promise<void> {
  const { db } = engine.world.database;
  await sql`update worker_heartbeats
    set seen_at = app_now() - make_interval(secs => ${ms / 1000})`.execute(db);
}

const startWorkerHeartbeat = () =>
  engine.world.services.publishing.repository.recordHeartbeat(newId());

const aPost = (options: { caption?: string; mediaType?: MediaType; dueInMs?: number } = {}) =>
  aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE, ...options });

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

describe('after a backup from before the due time is restored', () => {
  test.each(['IMAGE', 'CAROUSEL', 'REELS', 'VIDEO'] as const)(
    'a post published as %s is found by its caption and bound, prepared or not',
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
  ] as const)('%s that was not prepared is left to its owner, by email', async (_case, options) => {
    const post = await aPost(options);
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
  });

  test.each([
    ['a photo without a caption', { caption: '', mediaType: 'IMAGE' }],
    ['a story', { caption: 'Legenda que ninguém vê', mediaType: 'STORIES' }],
  ] as const)('%s that was prepared is identified by its container', async (_case, options) => {
    const post = await aPost(options);
    await engine.untilReady(post._id);
    await publishAndRestore([post]);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('a post of the last seconds before the backup is reconciled as well', async () => {
    await engine.world.advanceTime(30_000);
    const post = await aPost();
    const { db } = engine.world.database;
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    await restore();
    await sql`update worker_heartbeats set seen_at = p.created_at - interval '8 seconds'
      from posts_with_publication p where p.id = ${post._id}`.execute(db);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('two posts with equal captions are not published again', async () => {
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

  test('a published post that was changed before the reconciliation is not published again', async () => {
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

  test('a published post whose container cannot be read still ends', async () => {
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

  test('a bound medium is newer than the container of the post', async () => {
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

  test('a medium that another of our posts may have become is bound to no post', async () => {
    const posts = [await aPost({ caption: 'Promoção' }), await aPost({ caption: 'Promoção' })];
    const [first, second] = posts.map(({ _id }) => _id);
    await engine.untilReady(first ?? '');
    await engine.advanceTo(posts[0] ?? { scheduledTime: null });
    await engine.world.services.publishing.dispatcher.run(first);
    await engine.world.services.publishing.dispatcher.settle();
    expect(await engine.ledger()).toHaveLength(1);
    // As for an unknown outcome that ends without a medium.
    await sql`update publications set media_id = null where post_id = ${first}`.execute(
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

  test('a post that is due later proceeds and is published once', async () => {
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

  test('a due post that was not published is published now, once', async () => {
    const post = await aPost();
    await engine.untilReady(post._id);
    await engine.advanceTo(post, -20 * MINUTE);
    await simulateOutage(30 * MINUTE);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('a manual publication with another caption does not prevent the publication', async () => {
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

  test('an unknown outcome in the backup is reconciled without a second call', async () => {
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
  test('are refused until a heartbeat is recorded', async () => {
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

  test('continue after a short gap between heartbeats', async () => {
    const post = await engine.aPreparedPost();
    await engine.advanceTo(post);
    await simulateOutage(50_000);
    await startWorkerHeartbeat();
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(1);
    await engine.world.services.publishing.dispatcher.settle();
    expect(await engine.ledger()).toHaveLength(1);
  });
});

test('after an hour without a worker every post that is not too late is published once', async () => {
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

test('a post that is more than an hour late by then expires, with an email', async () => {
  const post = await engine.aPreparedPost();
  await engine.advanceTo(post, -61 * MINUTE);
  await simulateOutage(70 * MINUTE);
  await startWorkerHeartbeat();
  await engine.runSteps([post], 4, 5000);
  expect((await engine.fetchPost(post._id)).status).toBe('expired');
  expect(await engine.ledger()).toEqual([]);
  expect(await engine.deliverEmails()).toHaveLength(1);
});
