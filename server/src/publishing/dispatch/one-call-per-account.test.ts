// One file, because every case has several posts of one account due and counts the calls under way.
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import { createServices } from '../../composition/services.ts';
import { newId } from '../../platform/ids.ts';
import { aScheduledPost, aUser, connect, type Client } from '../../../testing/factories.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { CLAIM_AHEAD_MS, INTENT_DEADLINE_MS } from '../publishing.rules.ts';

const engine = usePublishing();

async function postsInOneMinute(count: number, otherOwner?: Client): Promise<Post[]> {
  await engine.upgradeToPremium();
  const posts: Post[] = [];
  for (const owner of [
    ...Array.from({ length: count }, () => engine.client),
    ...(otherOwner === undefined ? [] : [otherOwner]),
  ]) {
    posts.push(await aScheduledPost(engine.world, owner, { dueInMs: 5 * MINUTE }));
  }
  await engine.runSteps(posts, 2, 1500);
  await engine.advanceTo(posts.at(-1) ?? { scheduledTime: null });
  return posts;
}

const calls = async () =>
  (await engine.world.sandbox.calls()).filter(({ path }) => path.endsWith('/media_publish'));

async function overlappingCalls() {
  const all = await calls();
  return all.filter((one) =>
    all.some(
      (other) =>
        other !== one &&
        other.path === one.path &&
        other.time <= one.time &&
        (other.answeredAt ?? Infinity) > one.time,
    ),
  );
}

type Worker = Pick<typeof engine.world.services.publishing, 'dispatcher'>;

/** A round is short while only another worker runs calls; ten posts need far fewer rounds. */
const MAX_ROUNDS = 2000;

async function untilAllPublished(
  posts: readonly Post[],
  workers: readonly Worker[],
): Promise<void> {
  const isOut = async () =>
    (await engine.world.sandbox.published()).length === posts.length ||
    (await calls()).length > posts.length;
  for (let round = 0; !(await isOut()); round += 1) {
    if (round === MAX_ROUNDS) throw new Error(`not all posts are out after ${MAX_ROUNDS} rounds`);
    await Promise.all(workers.map(({ dispatcher }) => dispatcher.run()));
    await Promise.race(workers.map(({ dispatcher }) => dispatcher.settle()));
  }
  await Promise.all(workers.map(({ dispatcher }) => dispatcher.settle()));
}

async function expectAllPublishedOnce(posts: readonly Post[]): Promise<void> {
  for (const { _id, caption } of posts) {
    expect((await engine.fetchPost(_id)).status).toBe('published');
    expect(await engine.world.sandbox.published(caption)).toHaveLength(1);
  }
  expect(await engine.publishCalls()).toBe(posts.length);
}

const anotherWorker = (env = engine.world.serviceOptions.env) =>
  createServices({ ...engine.world.serviceOptions, env, database: engine.world.database });

describe('ten posts of one account for one minute', () => {
  test('are published in sequence by one worker', async () => {
    const posts = await postsInOneMinute(10);
    await engine.world.sandbox.settings({ answerMs: 60 });
    await untilAllPublished(posts, [engine.world.services.publishing]);
    expect(await overlappingCalls()).toEqual([]);
    await expectAllPublishedOnce(posts);
  });

  test('are published in sequence by two workers', async () => {
    const posts = await postsInOneMinute(10);
    await engine.world.sandbox.settings({ answerMs: 60 });
    const other = await anotherWorker();
    await untilAllPublished(posts, [engine.world.services.publishing, other.publishing]);
    await other.close();
    expect(await overlappingCalls()).toEqual([]);
    await expectAllPublishedOnce(posts);
  });

  test('delay no other account', async () => {
    const otherUser = await aUser(engine.world);
    await connect(engine.world, otherUser, 'cafe.serra');
    const posts = await postsInOneMinute(10, otherUser);
    await engine.world.sandbox.settings({ answerMs: 100 });
    await untilAllPublished(posts, [engine.world.services.publishing]);
    const all = await calls();
    const theirs = all.filter(({ path }) => all.filter((one) => one.path === path).length === 1);
    expect(theirs).toHaveLength(1);
    expect(all.filter(({ answeredAt }) => (answeredAt ?? 0) < (theirs[0]?.time ?? 0))).toEqual([]);
    expect(await overlappingCalls()).toEqual([]);
  });

  test('are sent before their claim expires, or claimed again, when responses are slow', async () => {
    const posts = await postsInOneMinute(6);
    await engine.world.sandbox.settings({ answerMs: 1300 });
    await untilAllPublished(posts, [engine.world.services.publishing]);
    expect(await overlappingCalls()).toEqual([]);
    await expectAllPublishedOnce(posts);
    const ahead = await sql<{ intent_at: Date; container: string }>`
      select p.intent_at, c.graph_id as container from posts_with_publication p
      join containers c on c.id = p.container_id
      where p.id = any(${posts.map(({ _id }) => _id)}::uuid[])`.execute(engine.world.database.db);
    for (const { time, params } of await calls()) {
      const intent = ahead.rows.find(({ container }) => container === params['creation_id']);
      const sinceIntent = time - (intent?.intent_at.getTime() ?? 0);
      expect(sinceIntent).toBeLessThanOrEqual(INTENT_DEADLINE_MS + CLAIM_AHEAD_MS);
    }
  });
});

async function insertCopies(post: Post, count: number): Promise<void> {
  await sql`
    with copies as (
      insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time, revision,
        target_ig_user_id)
      select gen_random_uuid(), workspace_id, created_by, media_type, 'Copy ' || n,
        scheduled_time - interval '1 second', revision, target_ig_user_id
      from posts, generate_series(1, ${count}::int) n where id = ${post._id}
      returning *),
    own_containers as (
      insert into containers (id, post_id, revision, kind, ig_user_id, graph_id, state)
      select gen_random_uuid(), id, revision, 'single', target_ig_user_id, id::text, 'finished'
      from copies returning id, post_id)
    insert into publications (${copiedColumns}, state, container_id, ig_user_id, good_until, next_step_at)
    select ${copiesOfPost}, o.state, container_id, o.ig_user_id, o.good_until, o.next_step_at
    from copies
    join (select id as container_id, post_id from own_containers) c on c.post_id = copies.id,
    lateral (
      select state, ig_user_id, good_until, next_step_at from publications
      where post_id = ${post._id}) o`.execute(engine.world.database.db);
}

test('one post of every account is claimed before a second one of any account', async () => {
  const otherUser = await aUser(engine.world);
  await connect(engine.world, otherUser, 'cafe.serra');
  const [mine, theirs] = await postsInOneMinute(1, otherUser);
  if (mine !== undefined) await insertCopies(mine, 2500);
  const claimed = await engine.world.services.publishing.repository.claimDue(claimOptions(2, null));
  expect(claimed).toHaveLength(2);
  expect(claimed.map(({ id }) => id)).toContain(theirs?._id);
});

describe('while a worker runs a call of an account', () => {
  async function aCallUnderWay() {
    const posts = await postsInOneMinute(3);
    const options = claimOptions(1, null);
    const [intent] = await engine.world.services.publishing.repository.claimDue(options);
    return { posts, options, intent };
  }

  test('no other worker claims its posts until the lease ends', async () => {
    await aCallUnderWay();
    const other = claimOptions(10, null);
    expect(await engine.world.services.publishing.repository.claimDue(other)).toEqual([]);
    await engine.world.advanceTime(61_000);
    expect(await engine.world.services.publishing.repository.claimDue(other)).toHaveLength(2);
  });

  test('the worker claims no posts ahead if the call hangs', async () => {
    const { options } = await aCallUnderWay();
    await engine.world.advanceTime(INTENT_DEADLINE_MS + 1000);
    expect(
      await engine.world.services.publishing.repository.claimDue({ ...options, limit: 10 }),
    ).toEqual([]);
  });

  test('the worker may claim posts ahead', async () => {
    const { options } = await aCallUnderWay();
    const claimed = await engine.world.services.publishing.repository.claimDue({
      ...options,
      limit: 10,
    });
    expect(claimed).toHaveLength(2);
  });

  test('posts that wait for their turn are late through no fault of ours', async () => {
    const { posts, options, intent } = await aCallUnderWay();
    const late = async () => {
      const found = await sql<{ id: string; delayed_by_others: boolean }>`
        select id, delayed_by_others from posts_with_publication
        where id = any(${posts.map(({ _id }) => _id)}::uuid[])`.execute(engine.world.database.db);
      return new Map(found.rows.map((row) => [row.id, row.delayed_by_others]));
    };
    await engine.world.advanceTime(30_000);
    const { recorder, repository } = engine.world.services.publishing;
    await recorder.record(
      { id: intent?.id ?? '', fence: intent?.fence ?? 0 },
      { kind: 'call_succeeded', mediaId: '18000000000000001' },
    );
    const [next] = await repository.claimDue({ ...options, limit: 1 });
    expect((await late()).get(next?.id ?? '')).toBe(true);
    expect((await late()).get(intent?.id ?? '')).toBe(false);
  });

  test('a post is not excused by a call that ended before the claims stopped', async () => {
    const [first, ...others] = await postsInOneMinute(3);
    const { dispatcher } = engine.world.services.publishing;
    const out = async (postId: string) => {
      await dispatcher.run(postId);
      await dispatcher.settle();
      return engine.row(postId);
    };
    await engine.world.advanceTime(3000);
    expect(await out(first?._id ?? '')).toMatchObject({ status: 'published' });
    await engine.world.advanceTime(40_000);
    for (const { _id } of others) {
      expect(await out(_id)).toMatchObject({ status: 'published', delayed_by_others: false });
    }
  });

  test('a post is not excused by a call whose worker was killed long before', async () => {
    const { options } = await aCallUnderWay();
    await engine.world.advanceTime(2 * MINUTE);
    const claimed = await engine.world.services.publishing.repository.claimDue({
      ...options,
      limit: 10,
    });
    expect(claimed).toHaveLength(2);
    for (const { id } of claimed) expect((await engine.row(id)).delayed_by_others).toBe(false);
  });

  test('a post that waits for an excused post is excused as well', async () => {
    const posts = await postsInOneMinute(3);
    const { recorder, repository } = engine.world.services.publishing;
    const late: boolean[] = [];
    for (const _ of posts) {
      const [intent] = await repository.claimDue(claimOptions(1, null));
      if (intent === undefined) throw new Error('nothing was claimed');
      late.push((await engine.row(intent.id)).delayed_by_others);
      await engine.world.advanceTime(30_000);
      await recorder.record(intent, {
        kind: 'call_succeeded',
        mediaId: `1800000000000000${late.length}`,
      });
    }
    expect(late).toEqual([false, true, true]);
  });

  test('a post that no worker claimed in time is not excused by a later publication', async () => {
    const posts = await postsInOneMinute(2);
    await engine.world.advanceTime(2 * MINUTE);
    await engine.world.services.publishing.dispatcher.run();
    await engine.world.services.publishing.dispatcher.settle();
    for (const { _id } of posts) {
      expect(await engine.row(_id)).toMatchObject({
        status: 'published',
        delayed_by_others: false,
      });
    }
  });
});

describe('with a gap between the calls of an account', () => {
  const GAP_MS = 8000;
  const LONGEST_GAP_MS = 1.5 * GAP_MS;

  const claimWithGap = () =>
    engine.world.services.publishing.repository.claimDue({
      ...claimOptions(10, null),
      gapMs: GAP_MS,
    });

  async function publishWithGap() {
    const [intent, ...others] = await claimWithGap();
    if (intent === undefined) throw new Error('nothing was claimed');
    expect(others).toEqual([]);
    await engine.world.services.publishing.recorder.record(intent, {
      kind: 'call_succeeded',
      mediaId: newId(),
    });
    return intent;
  }

  test('one post of each account is claimed at once, and the next when the gap has passed', async () => {
    const other = await aUser(engine.world);
    await connect(engine.world, other, 'cafe.serra');
    await postsInOneMinute(2, other);
    const claimed = await claimWithGap();
    expect(claimed.map(({ wait_ms: waitMs }) => waitMs)).toEqual([0, 0]);
    expect(new Set(claimed.map((intent) => intent.ig_user_id)).size).toBe(2);
    for (const { id, fence } of claimed) {
      await engine.world.services.publishing.recorder.record(
        { id, fence },
        { kind: 'call_succeeded', mediaId: newId() },
      );
    }
    await engine.world.advanceTime(GAP_MS - CLAIM_AHEAD_MS - 1000);
    expect(await claimWithGap()).toEqual([]);
    await engine.world.advanceTime(LONGEST_GAP_MS);
    expect((await claimWithGap()).map(({ wait_ms: waitMs }) => waitMs)).toEqual([0]);
  });

  test('the step of a later post claims the first of its account', async () => {
    const [first, later] = await postsInOneMinute(2);
    const claimed = await engine.world.services.publishing.repository.claimDue({
      ...claimOptions(1, later?._id ?? null),
      gapMs: GAP_MS,
    });
    expect(claimed.map(({ id }) => id)).toEqual([first?._id]);
  });

  test('a post that is claimed ahead is sent when the gap has passed', async () => {
    await postsInOneMinute(2);
    await publishWithGap();
    await sql`update instagram_accounts set next_publish_at = app_now() + interval '1500 milliseconds'
      where next_publish_at is not null`.execute(engine.world.database.db);
    const { wait_ms: waitMs } = await publishWithGap();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(1500);
  });

  test('the gap begins at the due time of a post that is claimed ahead', async () => {
    const [post] = await postsInOneMinute(1);
    await sql`update posts set scheduled_time = app_now() + interval '2 seconds'
      where id = ${post?._id}`.execute(engine.world.database.db);
    const { ig_user_id: igUserId, scheduled_time: dueAt } = await publishWithGap();
    const account = await engine.world.database.db
      .selectFrom('instagram_accounts')
      .select('next_publish_at')
      .where('ig_user_id', '=', igUserId)
      .executeTakeFirstOrThrow();
    const gapMs = (account.next_publish_at?.getTime() ?? 0) - dueAt.getTime();
    expect(gapMs).toBeGreaterThanOrEqual(GAP_MS);
    expect(gapMs).toBeLessThanOrEqual(LONGEST_GAP_MS);
  });

  test('a post that waits for it is late through its account, and not the first', async () => {
    await postsInOneMinute(3);
    const found: object[] = [];
    for (let post = 0; post < 3; post += 1) {
      const { id } = await publishWithGap();
      const { delayed_by_others: byOthers, delayed_by_gap: byGap } = await engine.row(id);
      found.push({ byOthers, byGap });
      await engine.world.advanceTime(LONGEST_GAP_MS);
    }
    const next = { byOthers: true, byGap: true };
    expect(found).toEqual([{ byOthers: false, byGap: false }, next, next]);
  });

  test('a post that no worker claimed after it is not excused', async () => {
    await postsInOneMinute(2);
    await publishWithGap();
    await engine.world.advanceTime(LONGEST_GAP_MS + MINUTE);
    const { id } = await publishWithGap();
    expect(await engine.row(id)).toMatchObject({ delayed_by_others: false, delayed_by_gap: false });
  });

  test('a post whose own gap ended long before has not waited for it', async () => {
    const [post] = await postsInOneMinute(1);
    const { recorder } = engine.world.services.publishing;
    for (const intent of await claimWithGap())
      await recorder.record(intent, { kind: 'call_unsent' });
    await engine.world.advanceTime(LONGEST_GAP_MS + MINUTE);
    expect((await claimWithGap()).map(({ id }) => id)).toEqual([post?._id]);
    expect(await engine.row(post?._id ?? '')).toMatchObject({ delayed_by_gap: false });
  });

  test('a post whose container is of another login keeps back no other', async () => {
    const [first, second] = await postsInOneMinute(2);
    await sql`update containers set login = 'instagram'
      where post_id = ${first?._id}`.execute(engine.world.database.db);
    expect((await claimWithGap()).map(({ id }) => id)).toEqual([second?._id]);
  });

  test('a burst that Instagram takes for spam goes out in sequence, by two workers', async () => {
    const posts = await postsInOneMinute(4);
    await engine.world.sandbox.settings({ burstMs: GAP_MS });
    const { env } = engine.world.serviceOptions;
    const withGap = { ...env, PUBLISH_GAP_SECONDS: GAP_MS / 1000 };
    const workers = [await anotherWorker(withGap), await anotherWorker(withGap)];
    for (let round = 0; round < posts.length; round += 1) {
      await Promise.all(workers.map(({ publishing }) => publishing.dispatcher.run()));
      await Promise.all(workers.map(({ publishing }) => publishing.dispatcher.settle()));
      expect(await engine.world.sandbox.published()).toHaveLength(round + 1);
      await engine.world.advanceTime(LONGEST_GAP_MS);
    }
    for (const worker of workers) await worker.close();
    await expectAllPublishedOnce(posts);
  });
});

test('a claim waits for no lock, and leaves an account to the worker that claims there', async () => {
  const other = await aUser(engine.world);
  await connect(engine.world, other, 'cafe.serra');
  const [mine, theirs] = await postsInOneMinute(1, other);
  const { repository } = engine.world.services.publishing;
  const { ig_user_id: igUserId } = await engine.row(mine?._id ?? '');
  await engine.world.database.db.transaction().execute(async (tx) => {
    await sql`select from instagram_accounts where ig_user_id = ${igUserId} for no key update`.execute(
      tx,
    );
    const claimed = await repository.claimDue(claimOptions(10, null));
    expect(claimed.map(({ id }) => id)).toEqual([theirs?._id]);
  });
  const rest = await repository.claimDue(claimOptions(10, null));
  expect(rest.map(({ id }) => id)).toEqual([mine?._id]);
});

/** Moves each post to an account of its own. */
async function spreadOverAccounts(): Promise<void> {
  const { db } = engine.world.database;
  await sql`
    insert into instagram_accounts (ig_user_id, username)
    select post_id::text, post_id::text from publications`.execute(db);
  await sql`
    insert into instagram_connections (id, workspace_id, ig_user_id, page_id, authorizer_id,
      user_token, page_token, connected_by)
    select p.post_id, p.workspace_id, p.post_id::text, p.post_id::text, k.authorizer_id, k.user_token,
      k.page_token, k.connected_by
    from publications p, lateral (select * from instagram_connections limit 1) k`.execute(db);
  await sql`update containers set ig_user_id = post_id::text`.execute(db);
  await sql`update publications set ig_user_id = post_id::text`.execute(db);
}

test('each of several workers claims the posts of its share of many accounts', async () => {
  const [post] = await postsInOneMinute(1);
  if (post !== undefined) await insertCopies(post, 120);
  await spreadOverAccounts();
  const { repository } = engine.world.services.publishing;
  const claimedBy = async (index: number, workers: number) =>
    (await repository.claimDue({ ...claimOptions(200, null), share: { workers, index } })).length;
  expect(await claimedBy(0, 2)).toBe(61);
  // Of few accounts the share is no less.
  expect([await claimedBy(1, 2), await claimedBy(1, 2)]).toEqual([50, 10]);
});

test('no account gets its second post before the first posts of more accounts than fit', async () => {
  const [post] = await postsInOneMinute(1);
  if (post !== undefined) await insertCopies(post, 60);
  await spreadOverAccounts();
  const { db } = engine.world.database;
  // Each second account gets the post of the one before, too.
  await sql`
    with pairs as (
      select post_id, lead(post_id) over (order by post_id) as next,
        row_number() over (order by post_id) as place from publications),
    moved as (
      update containers c set ig_user_id = pairs.post_id::text from pairs
      where c.post_id = pairs.next and pairs.place % 2 = 1)
    update publications p set ig_user_id = pairs.post_id::text from pairs
    where p.post_id = pairs.next and pairs.place % 2 = 1`.execute(db);
  const { repository } = engine.world.services.publishing;
  const options = claimOptions(20, null);
  const claimed = [await repository.claimDue(options), await repository.claimDue(options)].flat();
  expect(new Set(claimed.map((intent) => intent.ig_user_id)).size).toBe(31);
});

test('of two workers that claim posts of an account at the same moment one gets its post', async () => {
  const [original] = await postsInOneMinute(1);
  if (original !== undefined) await insertCopies(original, 60);
  const { db } = engine.world.database;
  const { repository, recorder } = engine.world.services.publishing;
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute();
  for (let index = 0; index + 1 < posts.length; index += 2) {
    const pair = posts.slice(index, index + 2);
    const claims = await Promise.all(
      pair.map(({ id }) => repository.claimDue(claimOptions(1, id))),
    );
    expect(claims.flat()).toHaveLength(1);
    for (const intent of claims.flat()) {
      await recorder.record(intent, { kind: 'call_succeeded', mediaId: intent.id });
    }
  }
});
