import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { snapshotDatabase as backUpAt } from '../../../testing/database-snapshot.ts';
import { aScheduledPost, connect } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;

const backUp = () => backUpAt(engine.world.database, engine.world.now());

const startWorkerHeartbeat = () =>
  engine.world.services.publishing.repository.recordHeartbeat(newId());

const aPost = (options: { caption?: string; mediaType?: MediaType; dueInMs?: number } = {}) =>
  aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE, ...options });

describe('a restored backup', () => {
  test('is detected even if its last heartbeat is of the same minute', async () => {
    const post = await engine.aPreparedPost();
    await engine.advanceTo(post, 2000);
    const restore = await backUp();
    await engine.advanceToDueTime();
    await engine.runSteps([post], 2, 1000);
    expect(await engine.ledger()).toHaveLength(1);
    await restore();
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(0);
    await startWorkerHeartbeat();
    await engine.runSteps([post], 12, 20_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('is not reconciled while an earlier call may still take effect', async () => {
    const post = await engine.aPreparedPost();
    const restore = await backUp();
    await engine.advanceTo(post);
    await restore();
    await startWorkerHeartbeat();
    await engine.runSteps([post], 8, 10_000);
    expect(await engine.publishCalls()).toBe(0);
    expect((await engine.row(post._id)).outage_since).not.toBeNull();
    await engine.runSteps([post], 8, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each([
    ['', async () => undefined],
    [', though its owner connects anew', () => connect(engine.world, engine.client)],
  ])(
    'delays an unknown outcome until the last call has taken effect%s',
    async (_case, meanwhile) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', 'timeout-before-commit');
      await engine.advanceToDueTime();
      await engine.world.advanceTime(85_000);
      const restore = await backUp();
      await engine.world.sandbox.fault('publish', 'late-effect', { delayMs: 80_000 });
      await engine.runSteps([post], 3, 5000);
      expect(await engine.publishCalls()).toBe(2);
      expect(await engine.ledger()).toEqual([]);
      await restore();
      await startWorkerHeartbeat();
      await meanwhile();
      await engine.runSteps([post], 15, 10_000);
      expect((await engine.fetchPost(post._id)).status).toBe('published');
      expect(await engine.publishCalls()).toBe(2);
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test('with an unknown outcome and a dead container publishes no second time with another container', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-before-commit');
    await engine.advanceToDueTime();
    const restore = await backUp();
    await engine.world.sandbox.fault('status', 'error:2207001');
    await engine.runSteps([post], 10, 20_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    await restore();
    await startWorkerHeartbeat();
    await engine.runSteps([post], 15, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('with an unknown outcome that had no effect publishes once', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-before-commit');
    await engine.advanceToDueTime();
    const restore = await backUp();
    await restore();
    await startWorkerHeartbeat();
    await engine.runSteps([post], 30, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('delays a prepared post as long, even after a reconnect', async () => {
    const post = await engine.aPreparedPost();
    const restore = await backUp();
    await engine.advanceTo(post);
    await restore();
    await startWorkerHeartbeat();
    await connect(engine.world, engine.client);
    await engine.runSteps([post], 8, 10_000);
    expect(await engine.publishCalls()).toBe(0);
    expect((await engine.row(post._id)).outage_since).not.toBeNull();
    await engine.runSteps([post], 8, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('is handled once', async () => {
    const restore = await backUp();
    await restore();
    await startWorkerHeartbeat();
    const { db } = engine.world.database;
    await db.deleteFrom('worker_heartbeats').execute();
    const post = await engine.aPreparedPost();
    await startWorkerHeartbeat();
    expect((await engine.row(post._id)).outage_since).toBeNull();
    const open = await sql`select from restorations where noticed_at is null`.execute(db);
    expect(open.rows).toEqual([]);
  });
});

describe('before the due time', () => {
  const kinds = [
    ['a story', { mediaType: 'STORIES' }],
    ['a photo without a caption', { caption: '' }],
  ] as const;
  const DAYS = 3 * 24 * HOUR;

  async function restoreAfter(posts: readonly { _id: string }[], act: () => Promise<unknown>) {
    await engine.world.advanceTime(MINUTE);
    const restore = await backUp();
    await act();
    await engine.world.advanceTime(2 * MINUTE);
    await restore();
    await startWorkerHeartbeat();
    await engine.runSteps(posts, 20, 10_000);
  }

  test.each(kinds)(
    '%s that was published at once before a restore is left to its owner',
    async (_c, options) => {
      const post = await aPost({ ...options, dueInMs: DAYS });
      await restoreAfter([post], async () => {
        await engine.publishNow(post._id);
        await engine.advanceUntil(post._id, 'published');
      });
      await engine.advanceTo(post, 25 * MINUTE);
      await engine.runSteps([post], 2, 1000);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        status: 'error',
        errorMessage: expect.stringContaining('Veja no Instagram se ele está lá'),
      });
      await engine.advanceTo(post);
      await engine.runSteps([post], 4, 5000);
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test('a post with the caption of another one that was published at once is left to its owner as well', async () => {
    const options = { caption: 'Bom dia', dueInMs: DAYS };
    const posts = [await aPost(options), await aPost({ ...options, dueInMs: DAYS + HOUR })];
    const [first] = posts;
    await restoreAfter(posts, async () => {
      await engine.publishNow(first?._id ?? '');
      await engine.advanceUntil(first?._id ?? '', 'published');
    });
    for (const post of posts) {
      await engine.advanceTo(post, 25 * MINUTE);
      await engine.runSteps([post], 3, 1000);
      expect((await engine.fetchPost(post._id)).status).toBe('error');
    }
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each(kinds)(
    '%s is published after a restore if nothing was published meanwhile',
    async (_case, options) => {
      const post = await aPost({ ...options, dueInMs: 2 * HOUR });
      await restoreAfter([post], async () => undefined);
      expect((await engine.row(post._id)).state).toBe('preparing');
      await engine.advanceTo(post, 25 * MINUTE);
      await engine.untilReady(post._id);
      await engine.advanceTo(post);
      await engine.runSteps([post], 3, 1000);
      expect((await engine.fetchPost(post._id)).status).toBe('published');
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test.each(kinds)(
    '%s is published after an outage without a restore, whatever the account shows',
    async (_case, options) => {
      const post = await aPost({ ...options, dueInMs: 2 * HOUR });
      const isStory = 'mediaType' in options;
      await engine.publishManually(isStory ? { isStory } : {});
      const { db } = engine.world.database;
      await sql`update worker_heartbeats set seen_at = app_now() - interval '10 minutes'`.execute(
        db,
      );
      await startWorkerHeartbeat();
      await engine.advanceTo(post, 25 * MINUTE);
      await engine.untilReady(post._id);
      await engine.advanceTo(post);
      await engine.runSteps([post], 3, 1000);
      expect((await engine.fetchPost(post._id)).status).toBe('published');
    },
  );
});

describe('after a restore of a backup that is days old', () => {
  async function publishLongAgo(options: { caption?: string; mediaType?: MediaType }) {
    const post = await aPost(options);
    const restore = await backUp();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    await engine.world.advanceTime(48 * HOUR);
    await restore();
    await startWorkerHeartbeat();
    await engine.runSteps([post], 14, 10_000);
    return post;
  }

  test('a published post is found by its caption, without its container', async () => {
    const post = await publishLongAgo({});
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each([
    ['a story', { mediaType: 'STORIES' }],
    ['a photo without a caption', { caption: '' }],
  ] as const)('%s is left to its owner, who must check Instagram', async (_case, options) => {
    const post = await publishLongAgo(options);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'error',
      errorMessage: expect.stringContaining('Veja no Instagram se ele está lá'),
    });
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('an unpublished post that is no story expires', async () => {
    const post = await aPost();
    const restore = await backUp();
    await engine.world.advanceTime(48 * HOUR);
    await restore();
    await startWorkerHeartbeat();
    await engine.runSteps([post], 14, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('expired');
    expect(await engine.ledger()).toEqual([]);
  });
});
