import { describe, expect, test } from 'vitest';
import { createServices } from '../../composition/services.ts';
import { aScheduledPost, fetchPost } from '../../../testing/factories.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { INTENT_DEADLINE_MS, QUIESCENCE_MS } from '../publishing.rules.ts';

const engine = usePublishing();

const countReads = async (graphId = '') =>
  (await engine.world.sandbox.calls()).filter(({ path }) => path === `/${graphId}`).length;

async function mediaIdOf(id: string): Promise<string | null | undefined> {
  const post = await engine.world.database.db
    .selectFrom('posts_with_publication')
    .select('media_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return post?.media_id;
}

describe('a post', () => {
  test('is prepared ahead, is published at its due time with one call, and gets a permalink', async () => {
    const post = await engine.aPreparedPost();
    expect(await engine.publishCalls()).toBe(0);
    await engine.world.advanceTime(5 * MINUTE);
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(1);
    await engine.world.services.publishing.dispatcher.settle();
    await engine.readPermalinks();

    const [media, ...others] = await engine.world.sandbox.published(post.caption);
    expect(others).toEqual([]);
    expect(await fetchPost(engine.client, post._id)).toMatchObject({
      status: 'published',
      permalink: media?.permalink,
      errorMessage: null,
    });
    expect(await engine.publishCalls()).toBe(1);
  });

  test('is published although Instagram adds fields to all its responses', async () => {
    for (const step of ['account', 'permissions', 'quota', 'create', 'status', 'publish']) {
      await engine.world.sandbox.fault(step, 'extended', { times: 100_000 });
    }
    const post = await engine.aPreparedPost();
    await engine.advanceToDueTime();
    expect(await fetchPost(engine.client, post._id)).toMatchObject({
      status: 'published',
      errorMessage: null,
    });
  });

  test('is not prepared early and not published before its due time', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 45 * MINUTE });
    await engine.advance(post._id);
    expect(await engine.world.sandbox.calls()).not.toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/\/media$/), method: 'POST' }),
    );
    await engine.world.advanceTime(20 * MINUTE);
    await engine.advance(post._id);
    await engine.world.advanceTime(2000);
    await engine.advance(post._id);
    expect((await fetchPost(engine.client, post._id)).ready).toBe(true);
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(0);
    await engine.advance(post._id);
    expect(await engine.publishCalls()).toBe(0);
  });

  test('lets Instagram fetch its picture through a link that expires with the container', async () => {
    const post = await engine.aPreparedPost();
    const made = (await engine.world.sandbox.calls()).find(({ params }) => params['image_url']);
    const link = made?.params['image_url'] ?? '';
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    await engine.world.advanceTime(6 * MINUTE);
    await engine.world.services.publishing.dispatcher.run();
    await engine.world.services.publishing.dispatcher.settle();
    expect((await fetchPost(engine.client, post._id)).status).toBe('published');
    expect((await fetch(link)).status).toBe(404);
  });

  test('that is due in seconds is published as soon as it is prepared', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 10_000 });
    await engine.advanceUntil(post._id, 'published');
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

describe('when the response of the publish call is lost', () => {
  const faults: [string, string][] = [
    ['and it took effect', 'timeout-after-commit'],
    ['with a reset, and it took effect', 'reset-after-commit'],
    ['and it took no effect', 'timeout-before-commit'],
    ['behind a server error, and it took no effect', '500-code2'],
    ['behind a server error, and it took effect', '500-code2-but-published'],
    ['behind "blocked", and it took effect', '403-2207051-but-published'],
    ['behind "not ready"', '9007'],
  ];
  test.each(faults)('%s, the post is still published once', async (_case, fault) => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', fault);
    await engine.advanceToDueTime();
    expect((await fetchPost(engine.client, post._id)).status).toBe('pending');

    await engine.advanceUntil(post._id, 'published', 5000);
    const [media, ...others] = await engine.world.sandbox.published(post.caption);
    expect(media).toBeDefined();
    expect(others).toEqual([]);
    expect(await mediaIdOf(post._id)).toBe(media?.id);
  });

  test('a list of media without product types still shows what was published', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.world.sandbox.fault('list', 'no-product-type', { times: 100_000 });
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'published', 5000);
    const [medium, ...others] = await engine.world.sandbox.published(post.caption);
    expect(others).toEqual([]);
    expect(await mediaIdOf(post._id)).toBe(medium?.id);
  });

  test('no second call is sent while the first can take effect', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-before-commit');
    await engine.advanceToDueTime();
    const before = await engine.publishCalls();
    for (let passed = 0; passed < QUIESCENCE_MS - 10_000; passed += 5000) {
      await engine.world.advanceTime(5000);
      await engine.advance(post._id);
    }
    expect(await engine.publishCalls()).toBe(before);
  });
});

describe('when the worker that wrote the intent is dead', () => {
  test('the post is published once, after the quiescence', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.advanceTime(5 * MINUTE);
    // The post is claimed and never sent, as after kill -9.
    const [intent] = await engine.world.services.publishing.repository.claimDue(
      claimOptions(1, post._id),
    );
    expect(intent?.id).toBe(post._id);
    await engine.advance(post._id);
    expect(await engine.publishCalls()).toBe(0);
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('the single process of an installation resumes its posts at its start', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.advanceTime(5 * MINUTE);
    const [intent] = await engine.world.services.publishing.repository.claimDue(
      claimOptions(1, post._id),
    );
    expect(intent?.id).toBe(post._id);
    await engine.advance(post._id);
    expect(await countReads(intent?.graph_id)).toBe(1);
    await engine.world.services.publishing.reclaimLeases();
    await engine.advance(post._id);
    expect(await countReads(intent?.graph_id)).toBe(2);
    expect(await engine.publishCalls()).toBe(0);
  });

  test('the fence refuses a late write', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.advanceTime(5 * MINUTE);
    const [intent] = await engine.world.services.publishing.repository.claimDue(
      claimOptions(1, post._id),
    );
    await engine.world.advanceTime(2 * MINUTE);
    await engine.advanceUntil(post._id, 'published', 10_000);
    const { recorder } = engine.world.services.publishing;
    const held = {
      id: post._id,
      fence: intent?.fence ?? 0,
    };
    await recorder.record(held, { kind: 'call_unanswered', code: '2' });
    expect((await fetchPost(engine.client, post._id)).status).toBe('published');
  });
});

test('two simultaneous workers publish once', async () => {
  const posts = await Promise.all([
    engine.aPreparedPost(),
    engine.aPreparedPost(),
    engine.aPreparedPost(),
  ]);
  await engine.world.advanceTime(6 * MINUTE);
  const other = await createServices({
    ...engine.world.serviceOptions,
    database: engine.world.database,
  });
  const { publishing } = engine.world.services;
  const workers = [publishing, other.publishing, publishing, other.publishing];
  await Promise.all([
    ...workers.map(({ dispatcher }) => dispatcher.run()),
    ...posts.flatMap(({ _id }) => workers.map(({ advancePost }) => advancePost(_id))),
  ]);
  await Promise.all(workers.map(({ dispatcher }) => dispatcher.settle()));
  // A step that held a post while all passes looked for due posts leaves it to the next pass.
  for (const { _id } of posts) await engine.advanceUntil(_id, 'published', 1000);
  await other.close();
  for (const { caption } of posts)
    expect(await engine.world.sandbox.published(caption)).toHaveLength(1);
  expect(await engine.publishCalls()).toBe(3);
});

test('an intent that is older than its deadline is not sent, and the post is still published', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.advanceTime(6 * MINUTE);
  // A clock that jumps: the worker was suspended between the claim and the call.
  let monotonicMs = 0;
  const clock = {
    ...engine.world.serviceOptions.clock,
    monotonicMs: () => (monotonicMs += INTENT_DEADLINE_MS + 1),
  };
  const paused = await createServices({
    ...engine.world.serviceOptions,
    clock,
    database: engine.world.database,
  });
  await paused.publishing.dispatcher.run();
  await paused.publishing.dispatcher.settle();
  await paused.close();
  expect(await engine.publishCalls()).toBe(0);
  await engine.advanceUntil(post._id, 'published', 5000);
  expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
});

test('the recovery finds a post whose worker died during the call as soon as its lease ends', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.advanceTime(5 * MINUTE);
  const { repository } = engine.world.services.publishing;
  expect(await repository.claimDue(claimOptions(1, post._id))).toHaveLength(1);
  const deathInMs = await repository.nextWorkerDeath();
  if (deathInMs === null) throw new Error('a call is running');
  await engine.world.advanceTime(Math.floor(deathInMs) - 1000);
  expect(await repository.overdue(100)).toEqual([]);
  await engine.world.advanceTime(1002);
  expect((await repository.overdue(100)).map(({ id }) => id)).toEqual([post._id]);
});

test('the recovery finds a post whose job was lost', async () => {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
  await engine.world.advanceTime(MINUTE);
  const overdue = await engine.world.services.publishing.repository.overdue(100);
  expect(overdue.map(({ id }) => id)).toContain(post._id);
});
