import { monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import { horizonEnd, limitsByPlan } from '@pontual/contract/billing/plans.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { PauseState } from '@pontual/contract/planning/pause.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import { newId } from '../../platform/ids.ts';
import {
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aUser,
  connect,
  dataOf,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { waitForLockWaiter } from '../../../testing/lock-waits.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;

const aPost = (dueInMs: number) => aScheduledPost(engine.world, engine.client, { dueInMs });
const pause = async (inMs: number | null = null) => {
  const until = inMs === null ? null : new Date(engine.world.now().getTime() + inMs).toISOString();
  return engine.client.put<PauseState>('/schedule/pause', { until });
};
const pauseAndRead = async (inMs: number | null = null) => dataOf(await pause(inMs));
const resume = async () => dataOf(await engine.client.delete<PauseState>('/schedule/pause'));
const state = async () => dataOf(await engine.client.get<PauseState>('/schedule/pause'));
const listMissed = async () =>
  dataOf(
    await engine.client.get<{
      posts: { post: Post; proposedTime: string | null }[];
      total: number;
    }>('/schedule/held'),
  );
const reschedule = (posts: { postId: string; scheduledTime: string | null }[]) =>
  engine.client.post<{ scheduled: number; left: number }>('/schedule/held', { posts });
const inMs = (ms: number) => new Date(engine.world.now().getTime() + ms).toISOString();

describe('during a pause', () => {
  test('no post is prepared or published, and a post becomes a draft after its due time', async () => {
    const prepared = await engine.aPreparedPost();
    const waiting = await aPost(20 * MINUTE);
    expect(await pauseAndRead()).toMatchObject({ pause: { until: null }, held: 0, underWay: 0 });
    await engine.runSteps([prepared, waiting], 1, 1000);
    for (const { _id } of [prepared, waiting]) {
      expect(await engine.fetchPost(_id)).toMatchObject({
        status: 'scheduled',
        errorMessage: 'As publicações estão pausadas. Na hora deste post, ele não sai.',
      });
    }
    await engine.runSteps([prepared, waiting], 15, 3 * MINUTE);
    expect(await engine.ledger()).toEqual([]);
    expect(await engine.containers()).toHaveLength(1);
    for (const { _id, scheduledTime } of [prepared, waiting]) {
      expect(await engine.fetchPost(_id)).toMatchObject({ status: 'draft', scheduledTime });
    }
    expect(await state()).toMatchObject({ held: 2 });
  });

  test('the owner is notified once of all missed posts, and no failure of the service is counted', async () => {
    const posts = [await aPost(10 * MINUTE), await aPost(20 * MINUTE), await aPost(30 * MINUTE)];
    await pauseAndRead();
    await engine.runSteps(posts, 15, 3 * MINUTE);
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('voltou aos rascunhos');
    const { database } = engine.world;
    expect((await sql`select from status_failures`.execute(database.db)).rows).toEqual([]);
    expect(await engine.client.get('/schedule/scheduler-status')).toMatchObject({
      body: { data: { overdue: 0 } },
    });
    expect(await engine.client.get('/schedule/stats')).toMatchObject({
      body: { data: { failed: 0, drafts: 3, scheduled: 0 } },
    });
  });

  test('posts can be scheduled, edited and deleted, and the response has a warning', async () => {
    await pauseAndRead();
    const scheduled = await engine.client.schedule(
      aFormOf({ mediaType: 'IMAGE', scheduledTime: inMs(HOUR) }, [await aPhotoFile()]),
    );
    expect(dataOf(scheduled).warning).toMatch(/^As publicações estão pausadas/);
    const { _id } = dataOf(scheduled).post;
    const edited = await engine.client.put(`/scheduled/${_id}`, aFormOf({ caption: 'Outra' }));
    expect(edited.status).toBe(200);
    expect((await engine.client.delete(`/scheduled/${_id}`)).status).toBe(200);
  });

  test('publishing immediately is refused with the reason, and works after the pause', async () => {
    const post = await engine.aPreparedPost();
    await pauseAndRead();
    expect(await engine.publishNow(post._id)).toMatchObject({
      status: 409,
      body: { code: 'PUBLISHING_PAUSED', message: expect.stringContaining('Retome') },
    });
    await resume();
    expect((await engine.publishNow(post._id)).status).toBe(202);
    await engine.advanceUntil(post._id, 'published', 2000);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('other workspaces publish as usual', async () => {
    const other = await aUser(engine.world);
    await connect(engine.world, other);
    await pauseAndRead();
    const post = await aScheduledPost(engine.world, other, { dueInMs: MINUTE });
    await engine.advanceUntil(post._id, 'published', 5000, other);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('a second request changes the end', async () => {
    const first = await pauseAndRead();
    const second = await pauseAndRead(HOUR);
    expect(second.pause?.since).toBe(first.pause?.since);
    expect(second.pause?.until).not.toBeNull();
    expect((await pauseAndRead()).pause?.until).toBeNull();
  });
});

describe('a pause during a publish call', () => {
  test('leaves a sent call alone, and the post is published', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    expect(await pauseAndRead()).toMatchObject({ underWay: 1 });
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await engine.ledger()).toHaveLength(1);
    expect(await state()).toMatchObject({ underWay: 0, held: 0 });
  });

  test.each(['while it lasts', 'after it was resumed'])(
    'does not retry a failed call %s',
    async (when) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', 'timeout-before-commit');
      await engine.advanceToDueTime();
      await pauseAndRead();
      if (when === 'after it was resumed') await resume();
      await engine.runSteps([post], 12, 30_000);
      expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'draft' });
      expect(await engine.ledger()).toEqual([]);
      expect((await listMissed()).posts.map((one) => one.post._id)).toEqual([post._id]);
    },
  );

  test('loses to a concurrent claim or prevents it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const post = await engine.aPreparedPost();
      await engine.advanceTo(post, -50);
      const order = [() => engine.world.services.publishing.dispatcher.run(), () => pauseAndRead()];
      await Promise.all((round % 2 === 0 ? order : order.toReversed()).map((act) => act()));
      await engine.world.services.publishing.dispatcher.settle();
      const { status } = await engine.fetchPost(post._id);
      const isOut = (await engine.ledger()).some(({ caption }) => caption === post.caption);
      expect(status === 'published').toBe(isOut);
      const calls = await engine.publishCalls();
      await engine.runSteps([post], 3, MINUTE);
      expect(await engine.publishCalls()).toBe(calls);
      await resume();
      await engine.runSteps([post], 3, MINUTE);
      expect(await engine.publishCalls()).toBe(calls);
      expect((await engine.fetchPost(post._id)).status).toBe(isOut ? 'published' : 'draft');
    }
  });
});

test('a pause does not deadlock with a worker that records an outage window', async () => {
  const post = await engine.aPreparedPost();
  const { db } = engine.world.database;
  const { answer } = await db.transaction().execute(async (tx) => {
    // Locks like the first heartbeat after an outage window: the heartbeats first, then the due posts.
    await sql`lock table worker_heartbeats in share row exclusive mode`.execute(tx);
    await sql`update publications set outage_since = null where post_id = ${post._id}`.execute(tx);
    const answer = pause();
    await waitForLockWaiter(db);
    return { answer };
  });
  expect((await answer).status).toBe(200);
  await engine.runSteps([post], 1, 1000);
  expect((await engine.fetchPost(post._id)).errorMessage).toContain('pausadas');
});

describe('resuming', () => {
  test('does not publish posts whose due time has passed, and publishes the others on time', async () => {
    const passed = await engine.aPreparedPost();
    const later = await aPost(40 * MINUTE);
    await pauseAndRead();
    await engine.world.advanceTime(6 * MINUTE);
    expect((await engine.row(passed._id)).state).toBe('prepared');
    expect(await resume()).toMatchObject({ pause: null, held: 1 });
    await engine.runSteps([passed, later], 3, MINUTE);
    expect(await engine.ledger()).toEqual([]);
    await engine.advanceUntil(later._id, 'published', MINUTE);
    expect((await engine.onlyMedium()).caption).toBe(later.caption);
    const { history } = dataOf(
      await engine.client.get<{ history: { text: string }[] }>(`/scheduled/${passed._id}`),
    );
    expect(history.at(-1)?.text).toBe(
      'Não saiu: as publicações estavam pausadas. Voltou aos rascunhos',
    );
  });

  test('reconciles a post with an unknown outcome first', async () => {
    const post = await engine.aPreparedPost();
    await pauseAndRead();
    await engine.world.advanceTime(3 * MINUTE);
    await sql`update worker_heartbeats set seen_at = app_now() - interval '2 minutes'`.execute(
      engine.world.database.db,
    );
    await engine.world.services.publishing.repository.recordHeartbeat(newId());
    await engine.world.advanceTime(3 * MINUTE);
    expect(await resume()).toMatchObject({ held: 0 });
    await engine.runSteps([post], 4, 5000);
    expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'draft' });
    expect(await engine.ledger()).toEqual([]);
  });

  test('changes nothing without a pause', async () => {
    const post = await engine.aPreparedPost();
    expect(await resume()).toMatchObject({ pause: null, held: 0 });
    await engine.advanceToDueTime();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
  });
});

describe('a pause with an end', () => {
  test('at the due time of a post lets the post be prepared before, whenever it was last processed', async () => {
    const post = await aPost(3 * HOUR);
    await pauseAndRead();
    await sql`update publications set next_step_at = app_now()
      where post_id = ${post._id}`.execute(engine.world.database.db);
    await engine.runSteps([post], 1, 1000);
    expect((await engine.fetchPost(post._id)).errorMessage).toContain('pausadas');
    dataOf(await engine.client.put('/schedule/pause', { until: post.scheduledTime }));
    await engine.advanceTo(post, 20 * MINUTE);
    expect((await engine.untilReady(post._id)).ready).toBe(true);
  });

  test('holds earlier posts and publishes a post at its end on time', async () => {
    const before = await engine.aPreparedPost();
    const scheduledTime = inMs(15 * MINUTE);
    const form = aFormOf({ mediaType: 'IMAGE', caption: 'No fim', scheduledTime }, [
      await aPhotoFile(),
    ]);
    const { post: at } = dataOf(await engine.client.schedule(form));
    dataOf(await engine.client.put('/schedule/pause', { until: scheduledTime }));
    await engine.runSteps([before, at], 3, 5 * MINUTE - 500);
    expect((await engine.fetchPost(at._id)).ready).toBe(true);
    await engine.advanceTo(at);
    // No pass has ended the pause yet.
    await engine.world.services.publishing.dispatcher.run();
    await engine.world.services.publishing.dispatcher.settle();
    expect((await engine.onlyMedium()).caption).toBe('No fim');
    expect(await state()).toMatchObject({ pause: null });
    await engine.world.services.planning.pauses.endDue();
    expect(await engine.fetchPost(before._id)).toMatchObject({ status: 'draft' });
    expect(await engine.deliverEmails()).toHaveLength(1);
    const rows = await sql`select from publishing_pauses
      where workspace_id = ${await engine.workspaceId()}`.execute(engine.world.database.db);
    expect(rows.rows).toEqual([]);
  });

  test('is refused when the end is past or not a date', async () => {
    expect(await pause(-1000)).toMatchObject({
      status: 400,
      body: { code: 'SCHEDULED_TIME_PAST' },
    });
    const bad = await engine.client.put('/schedule/pause', { until: 'segunda' });
    expect(bad).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(await state()).toMatchObject({ pause: null });
  });
});

describe('missed posts', () => {
  async function heldPosts(count: number) {
    const posts: Post[] = [];
    for (let index = 0; index < count; index += 1) posts.push(await aPost((10 + index) * MINUTE));
    await pauseAndRead();
    await engine.world.advanceTime((12 + count) * MINUTE);
    await resume();
    return posts;
  }

  test('are listed by their due time, each with a proposal at the same time of day', async () => {
    const posts = await heldPosts(3);
    const { posts: found, total } = await listMissed();
    expect(total).toBe(3);
    expect(found.map(({ post }) => post._id)).toEqual(posts.map(({ _id }) => _id));
    const dueTimes = found.map(({ post, proposedTime }) => ({
      postId: post._id,
      scheduledTime: proposedTime,
    }));
    expect(dataOf(await reschedule(dueTimes))).toEqual({ scheduled: 3, left: 0 });
    for (const { postId, scheduledTime } of dueTimes) {
      expect(await engine.fetchPost(postId)).toMatchObject({
        status: 'scheduled',
        scheduledTime,
        errorMessage: null,
      });
    }
    expect(await state()).toMatchObject({ held: 0 });
    expect(await listMissed()).toEqual({ posts: [], total: 0 });
  });

  test('get no proposal in a month that the plan has filled', async () => {
    await heldPosts(2);
    const workspaceId = await engine.workspaceId();
    await givePlan(engine.world, engine.client, 'free');
    const { now } = engine.world;
    const last = horizonEnd(now(), limitsByPlan.free.maxScheduleDays);
    for (const month of new Set([now(), last].map((at) => monthOf(at).to.getTime()))) {
      await sql`
        with created as (
          insert into posts (id, workspace_id, created_by, media_type, scheduled_time)
          select gen_random_uuid(), ${workspaceId}, ${engine.client.user._id}, 'IMAGE',
            ${new Date(month - 1)}::timestamptz
          from generate_series(1, ${limitsByPlan.free.maxPosts}::int)
          returning *)
        insert into publications (${copiedColumns}, state, published_at)
        select ${copiesOfPost}, 'published', scheduled_time from created`.execute(
        engine.world.database.db,
      );
    }
    const { posts } = await listMissed();
    expect(posts.map(({ proposedTime }) => proposedTime)).toEqual([null, null]);
  });

  test('are published once at their new due time', async () => {
    const [post] = await heldPosts(1);
    const postId = post?._id ?? '';
    dataOf(await reschedule([{ postId, scheduledTime: inMs(5 * MINUTE) }]));
    await engine.advanceUntil(postId, 'published', MINUTE);
    await engine.runSteps([{ _id: postId }], 3, MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('may stay drafts without an issue', async () => {
    const [post] = await heldPosts(1);
    const postId = post?._id ?? '';
    expect(dataOf(await reschedule([{ postId, scheduledTime: null }]))).toEqual({
      scheduled: 0,
      left: 1,
    });
    expect(await engine.fetchPost(postId)).toMatchObject({ status: 'draft', errorMessage: null });
    expect(await state()).toMatchObject({ held: 0 });
  });

  test('are rescheduled all or not at all', async () => {
    const [one, other] = await heldPosts(2);
    const [first, second] = [one?._id ?? '', other?._id ?? ''];
    const good = { postId: first, scheduledTime: inMs(HOUR) };
    const stranger = await aUser(engine.world);
    const foreign = await aDraft(stranger);
    for (const [bad, code] of [
      [{ postId: second, scheduledTime: inMs(-1000) }, 'SCHEDULED_TIME_PAST'],
      [{ postId: second, scheduledTime: inMs(30 * 24 * HOUR) }, 'LIMIT_EXCEEDED'],
      [{ postId: foreign._id, scheduledTime: inMs(HOUR) }, 'NOT_FOUND'],
    ] as const) {
      expect(await reschedule([good, bad])).toMatchObject({ body: { code } });
    }
    const { body } = await reschedule([good, { postId: second, scheduledTime: inMs(-1000) }]);
    expect(body).toMatchObject({
      message: expect.stringMatching(
        new RegExp(
          `^Imagem, .*, \\d\\d:\\d\\d \\(“${other?.caption.slice(0, 30)}.*”\\): .* Nenhum post foi mudado\\.$`,
        ),
      ),
    });
    expect(await state()).toMatchObject({ held: 2 });
    dataOf(await reschedule([good]));
    expect(await reschedule([good])).toMatchObject({ status: 404 });
  });

  test('leave the list when their owner schedules or deletes them individually', async () => {
    const [one, other] = await heldPosts(2);
    const hour = { scheduledTime: inMs(HOUR) };
    dataOf(await engine.client.put(`/schedule/draft/${one?._id}/schedule`, hour));
    dataOf(await engine.client.delete(`/scheduled/${other?._id}`));
    expect(await state()).toMatchObject({ held: 0 });
  });
});
