import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { createServices } from '../services.ts';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  connect,
  seenPost,
  type Client,
} from '../testing/factories.ts';
import { startWorld, type World } from '../testing/world.ts';
import { INTENT_DEADLINE_MS, QUIESCENCE_MS } from './publishing.rules.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.resetSandbox();
  // What another test left would be claimed with this one's post, and meet its fault.
  await world.database.db.deleteFrom('posts').execute();
  await sql`update instagram_accounts set paused_reason = null, paused_until = null`.execute(
    world.database.db,
  );
  client = await aConnectedUser(world);
});

const MINUTE = 60_000;

/** Takes the next step of a post, as a job does, and waits for the call if it came to one. */
async function advance(postId: string): Promise<void> {
  await world.services.advancePost(postId);
  await world.services.hour.settle();
}

/** Takes steps as the worker does, letting the time pass between them, until the post says so. */
async function advanceUntil(
  postId: string,
  status: string,
  stepMs = 2000,
  owner = client,
): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if ((await seenPost(owner, postId)).status === status) return;
    await world.services.hour.run();
    await advance(postId);
    await world.advanceTime(stepMs);
  }
  const post = await seenPost(owner, postId);
  throw new Error(`still ${post.status} after 40 steps: ${post.errorMessage}`);
}

/** A post of which one call is left. */
async function aPreparedPost(dueInMs = 5 * MINUTE) {
  const post = await aScheduledPost(world, client, { dueInMs });
  await advance(post._id);
  await world.advanceTime(1500);
  await advance(post._id);
  expect((await seenPost(client, post._id)).ready).toBe(true);
  return post;
}

const publishCalls = async () =>
  (await world.sandbox.calls()).filter(({ path }) => path.endsWith('/media_publish')).length;

describe('a post', () => {
  test('is prepared ahead, goes out at its hour with one call, and links to Instagram', async () => {
    const post = await aPreparedPost();
    expect(await publishCalls()).toBe(0);
    await world.advanceTime(5 * MINUTE);
    expect(await world.services.hour.run()).toBe(1);
    await world.services.hour.settle();
    await world.services.readPermalink(post._id);

    const [media, ...others] = await world.sandbox.published(post.caption);
    expect(others).toEqual([]);
    expect(await seenPost(client, post._id)).toMatchObject({
      status: 'published',
      permalink: media?.permalink,
      errorMessage: null,
    });
    expect(await publishCalls()).toBe(1);
  });

  test('is not touched before its preparation, nor published before its hour', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 45 * MINUTE });
    await advance(post._id);
    expect(await world.sandbox.calls()).not.toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/\/media$/), method: 'POST' }),
    );
    await world.advanceTime(20 * MINUTE);
    await advance(post._id);
    await world.advanceTime(2000);
    await advance(post._id);
    expect((await seenPost(client, post._id)).ready).toBe(true);
    expect(await world.services.hour.run()).toBe(0);
    await advance(post._id);
    expect(await publishCalls()).toBe(0);
  });

  test('has its picture fetched by Instagram through a link that dies with the container', async () => {
    const post = await aPreparedPost();
    const made = (await world.sandbox.calls()).find(({ params }) => params['image_url']);
    const link = made?.params['image_url'] ?? '';
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    await world.advanceTime(6 * MINUTE);
    await world.services.hour.run();
    await world.services.hour.settle();
    expect((await seenPost(client, post._id)).status).toBe('published');
    expect((await fetch(link)).status).toBe(404);
  });

  test('whose hour is in seconds goes out as soon as it is ready', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 1000 });
    await advanceUntil(post._id, 'published');
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

describe('when the answer of the publish is lost', () => {
  const faults: [string, string][] = [
    ['and it took effect', 'timeout-after-commit'],
    ['with a reset, and it took effect', 'reset-after-commit'],
    ['and it took no effect', 'timeout-before-commit'],
    ['behind a server error, and it took no effect', '500-code2'],
    ['behind a server error, and it took effect', '500-code2-but-published'],
    ['behind "blocked", and it took effect', '403-2207051-but-published'],
    ['behind "not ready"', '9007'],
  ];
  test.each(faults)('%s, the post is published once all the same', async (_case, fault) => {
    const post = await aPreparedPost();
    await world.sandbox.fault('publish', fault);
    await world.advanceTime(5 * MINUTE);
    await world.services.hour.run();
    await world.services.hour.settle();
    expect((await seenPost(client, post._id)).status).toBe('pending');

    await advanceUntil(post._id, 'published', 5000);
    const [media, ...others] = await world.sandbox.published(post.caption);
    expect(media).toBeDefined();
    expect(others).toEqual([]);
    const row = await sql<{
      media_id: string;
    }>`select media_id from posts where id = ${post._id}`.execute(world.database.db);
    expect(row.rows[0]?.media_id).toBe(media?.id);
  });

  test('nothing is sent again before the first call can no longer take effect', async () => {
    const post = await aPreparedPost();
    await world.sandbox.fault('publish', 'timeout-before-commit');
    await world.advanceTime(5 * MINUTE);
    await world.services.hour.run();
    await world.services.hour.settle();
    const before = await publishCalls();
    for (let passed = 0; passed < QUIESCENCE_MS - 10_000; passed += 5000) {
      await world.advanceTime(5000);
      await advance(post._id);
    }
    expect(await publishCalls()).toBe(before);
  });
});

describe('when Instagram refuses the publish', () => {
  /** Publishes once with this fault and lets the doubt be resolved. */
  async function refused(fault: string) {
    const post = await aPreparedPost();
    await world.sandbox.fault('publish', fault);
    await world.advanceTime(5 * MINUTE);
    await world.services.hour.run();
    await world.services.hour.settle();
    return post;
  }

  test.each([
    ['as spam', '403-2207051', 'try_again'],
    ['for its picture', '36003/2207009', 'change_media'],
    ['for its caption', '36004/2207010', 'edit'],
  ])('%s, the post fails with its cause and is not sent again', async (_case, fault, action) => {
    const post = await refused(fault);
    await advanceUntil(post._id, 'failed', 10_000);
    expect((await seenPost(client, post._id)).errorAction).toBe(action);
    expect(await publishCalls()).toBe(1);
    expect(await world.sandbox.published(post.caption)).toEqual([]);
  });

  test('as spam, nothing else goes out on the account for a while', async () => {
    const post = await refused('403-2207051');
    await advanceUntil(post._id, 'failed', 10_000);
    const next = await aScheduledPost(world, client, { dueInMs: MINUTE });
    await advance(next._id);
    expect(await seenPost(client, next._id)).toMatchObject({
      status: 'scheduled',
      errorMessage: expect.stringContaining('bloqueou'),
    });
    await world.advanceTime(2 * MINUTE);
    expect(await world.services.hour.run()).toBe(0);
  });

  test('for its quota, the post waits with the reason and goes out once', async () => {
    const post = await refused('quota');
    await advanceUntil(post._id, 'published', 30_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
    expect(await publishCalls()).toBe(2);
  });

  test('for its token, the same container goes out after the doubt', async () => {
    const post = await refused('190/460');
    await advanceUntil(post._id, 'published', 10_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

describe('when the account goes away during a doubt', () => {
  async function inDoubt(fault: string) {
    const post = await aPreparedPost();
    await world.sandbox.fault('publish', fault);
    await world.advanceTime(5 * MINUTE);
    await world.services.hour.run();
    await world.services.hour.settle();
    await client.post('/auth/instagram/disconnect');
    return post;
  }
  const connectionsLeft = async () =>
    (
      await sql`select from instagram_connections c
       join workspace_members m on m.workspace_id = c.workspace_id
       where m.user_id = ${client.user._id}`.execute(world.database.db)
    ).rows.length;

  test('what was published is seen to be, and then the token is forgotten', async () => {
    const post = await inDoubt('timeout-after-commit');
    expect(await connectionsLeft()).toBe(1);
    await advanceUntil(post._id, 'published', 5000);
    await world.services.forgetEndedConnections();
    expect(await connectionsLeft()).toBe(0);
  });

  test('what was not published does not go out behind its owner', async () => {
    const post = await inDoubt('timeout-before-commit');
    await advanceUntil(post._id, 'failed', 10_000);
    expect(await world.sandbox.published(post.caption)).toEqual([]);
    expect((await seenPost(client, post._id)).errorAction).toBe('reconnect');
  });

  test('and another comes, the first is still asked', async () => {
    const post = await inDoubt('timeout-after-commit');
    await connect(world, client, 'cafe.serra');
    await advanceUntil(post._id, 'published', 5000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });
});

test('a refusal of a token that was replaced meanwhile pauses nothing', async () => {
  const { workspace_id: workspaceId } = await world.database.db
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', client.user._id)
    .executeTakeFirstOrThrow();
  const before = await world.services.accounts.accountOf(workspaceId);
  if (before === undefined) throw new Error('not connected');
  await connect(world, client);
  await world.services.accounts.markForReconnect(before);
  expect((await world.services.accounts.accountOf(workspaceId))?.heldUp).toBeNull();
});

test('a photo without a caption is not taken for another one', async () => {
  const post = await aScheduledPost(world, client, { caption: '', dueInMs: 5 * MINUTE });
  await advance(post._id);
  await world.advanceTime(1500);
  await advance(post._id);
  await world.sandbox.fault('publish', 'timeout-before-commit');
  await world.advanceTime(5 * MINUTE);
  await world.services.hour.run();
  await world.services.hour.settle();
  // Somebody else publishes on the account, also without a caption.
  const other = await aConnectedUser(world);
  const theirs = await aScheduledPost(world, other, { caption: '', dueInMs: 1000 });
  await advanceUntil(theirs._id, 'published', 1500, other);
  await sql`update posts set media_id = null where id = ${theirs._id}`.execute(world.database.db);
  await advanceUntil(post._id, 'published', 10_000);
  expect(await world.sandbox.published('')).toHaveLength(2);
});

describe('when whoever wrote the intent is gone', () => {
  test('the post goes out once, after the quiescence', async () => {
    const post = await aPreparedPost();
    await world.advanceTime(5 * MINUTE);
    // Claimed, and never sent: what kill -9 leaves.
    const [intent] = await world.services.repository.claimDue(1, post._id);
    expect(intent?.id).toBe(post._id);
    await advance(post._id);
    expect(await publishCalls()).toBe(0);
    await advanceUntil(post._id, 'published', 10_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('the late writer is refused by the fence', async () => {
    const post = await aPreparedPost();
    await world.advanceTime(5 * MINUTE);
    const [intent] = await world.services.repository.claimDue(1, post._id);
    await world.advanceTime(2 * MINUTE);
    await advanceUntil(post._id, 'published', 10_000);
    const { recorder } = world.services;
    const held = {
      id: post._id,
      fence: intent?.fence ?? 0,
      workspace_id: intent?.workspace_id ?? '',
    };
    await recorder.record(held, {
      kind: 'ended',
      status: 'failed',
      problem: { code: 'x', cause: 'x', action: 'wait' },
    });
    expect((await seenPost(client, post._id)).status).toBe('published');
  });
});

test('two workers at once publish once', async () => {
  const posts = await Promise.all([aPreparedPost(), aPreparedPost(), aPreparedPost()]);
  await world.advanceTime(6 * MINUTE);
  const other = await createServices({ ...world.parts, database: world.database });
  const workers = [world.services, other, world.services, other];
  await Promise.all([
    ...workers.map(({ hour }) => hour.run()),
    ...posts.flatMap(({ _id }) => workers.map(({ advancePost }) => advancePost(_id))),
  ]);
  await Promise.all(workers.map(({ hour }) => hour.settle()));
  await other.close();
  for (const { caption } of posts) expect(await world.sandbox.published(caption)).toHaveLength(1);
  expect(await publishCalls()).toBe(3);
});

test('an intent older than its deadline is not sent, and the post goes out all the same', async () => {
  const post = await aPreparedPost();
  await world.advanceTime(6 * MINUTE);
  // A clock that stood still for the machine: the worker was paused between claim and call.
  let monotonicMs = 0;
  const clock = {
    ...world.parts.clock,
    monotonicMs: () => (monotonicMs += INTENT_DEADLINE_MS + 1),
  };
  const paused = await createServices({ ...world.parts, clock, database: world.database });
  await paused.hour.run();
  await paused.hour.settle();
  await paused.close();
  expect(await publishCalls()).toBe(0);
  await advanceUntil(post._id, 'published', 5000);
  expect(await world.sandbox.published(post.caption)).toHaveLength(1);
});

describe('when a container', () => {
  test('fails, another is made', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
    await world.sandbox.fault('status', 'error:2207082');
    await advanceUntil(post._id, 'published', 10_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('always fails, the post is failed with a reason before long', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
    await world.sandbox.fault('status', 'error:2207082', { times: 100 });
    await advanceUntil(post._id, 'failed', 30_000);
    expect((await seenPost(client, post._id)).errorMessage).toContain('Troque a imagem');
    expect(await publishCalls()).toBe(0);
  });

  test('expires before the hour, another is made', async () => {
    const post = await aPreparedPost(20 * MINUTE);
    await sql`update posts set scheduled_time = scheduled_time + interval '24 hours',
      next_look_at = app_now() where id = ${post._id}`.execute(world.database.db);
    await world.advanceTime(24 * 60 * MINUTE + 15 * MINUTE);
    // The session of the test has not idled out: only the container has.
    await advanceUntil(post._id, 'published', 60_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('cannot be made for a passing reason, it is tried again', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
    await world.sandbox.fault('create', '9004', { times: 2 });
    await advanceUntil(post._id, 'published', 15_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('cannot be made for as long as Instagram is down, the post waits and is not given up', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 20 * MINUTE });
    await world.sandbox.fault('create', '500-code2', { times: 12 });
    await advanceUntil(post._id, 'published', MINUTE);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('cannot be made for the rate limit past its hour, the post is late and goes out', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: MINUTE });
    await world.sandbox.fault('create', '80002', { times: 14 });
    await advanceUntil(post._id, 'published', 5 * MINUTE);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('is refused for its content, the post fails before the hour with what to do', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 20 * MINUTE });
    await world.sandbox.fault('create', '36003/2207009');
    await advance(post._id);
    expect(await seenPost(client, post._id)).toMatchObject({
      status: 'failed',
      errorAction: 'change_media',
      errorMessage: expect.stringContaining('4:5'),
    });
  });
});

describe('when the account', () => {
  test('is revoked, the post says so, and goes out after a reconnect', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 10 * MINUTE });
    await world.sandbox.fault('token', '460');
    await advance(post._id);
    expect(await seenPost(client, post._id)).toMatchObject({
      status: 'scheduled',
      errorAction: 'reconnect',
    });
    await connect(world, client);
    await advanceUntil(post._id, 'published', 30_000);
    expect(await world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('stays revoked an hour past the post, the post is failed for it', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 10 * MINUTE });
    await world.sandbox.fault('token', '460', { times: 1000 });
    await advanceUntil(post._id, 'failed', 3 * MINUTE);
    expect((await seenPost(client, post._id)).errorAction).toBe('reconnect');
  });

  test('was never connected, the demonstration expires at its hour', async () => {
    client = await aUser(world);
    const demo = await demoPost(10 * MINUTE);
    await advance(demo._id);
    expect((await seenPost(client, demo._id)).status).toBe('scheduled');
    await world.advanceTime(10 * MINUTE);
    await advance(demo._id);
    expect((await seenPost(client, demo._id)).status).toBe('expired');
    expect(await world.sandbox.published()).toEqual([]);
  });

  test('is connected before the hour, the demonstration is published', async () => {
    client = await aUser(world);
    const demo = await demoPost(10 * MINUTE);
    await advance(demo._id);
    await connect(world, client);
    await advanceUntil(demo._id, 'published', 30_000);
    expect(await world.sandbox.published(demo.caption)).toHaveLength(1);
  });

  test('is disconnected, a prepared post does not go out', async () => {
    const post = await aPreparedPost();
    await client.post('/auth/instagram/disconnect');
    await world.advanceTime(6 * MINUTE);
    expect(await world.services.hour.run()).toBe(0);
    await advanceUntil(post._id, 'expired');
    expect(await publishCalls()).toBe(0);
  });
});

test('a post more than an hour late expires rather than surprise its owner', async () => {
  const post = await aPreparedPost();
  await world.advanceTime(5 * MINUTE + 61 * MINUTE);
  expect(await world.services.hour.run()).toBe(0);
  await advanceUntil(post._id, 'expired');
  expect(await publishCalls()).toBe(0);
});

test('a post whose job was lost is found by the sweep', async () => {
  const post = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
  await world.advanceTime(MINUTE);
  const overdue = await world.services.repository.overdue(100);
  expect(overdue.map(({ id }) => id)).toContain(post._id);
});

async function demoPost(dueInMs: number) {
  const caption = `Demo ${newId()}`;
  const post = await aScheduledPost(world, client, { caption, dueInMs, demo: true });
  expect(post.demo).toBe(true);
  return post;
}
