import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorClass } from '../../instagram/graph/error-table.ts';
import { aScheduledPost, connect } from '../../../testing/factories.ts';
import {
  classifyKnownError,
  rowsAt,
  type ErrorCase,
  type ErrorStep,
} from '../../../testing/instagram-errors.ts';
import { raiseError, typeAt } from '../../../testing/posts-with-errors.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { QUIESCENCE_MS } from '../publishing.rules.ts';

/**
 * Every row at every step, with posts that are put back to their beginning after each row. `errors.test.ts` and
 * `refusals.test.ts` show how the posts of each class end.
 */
const engine = usePublishing({ isUserShared: true });

const DUE_IN_MS = 20 * MINUTE;

interface RewindablePost {
  id: string;
  rewind(): Promise<void>;
}
const posts = new Map<MediaType, RewindablePost>();

beforeAll(async () => {
  for (const mediaType of ['IMAGE', 'CAROUSEL', 'STORIES'] as const) {
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType,
      dueInMs: DUE_IN_MS,
      ...(mediaType === 'STORIES' ? {} : { collaborators: JSON.stringify(['ana']) }),
    });
    posts.set(mediaType, await rewindable(post._id));
  }
});

async function rewindable(id: string): Promise<RewindablePost> {
  const { db } = engine.world.database;
  const {
    status: _status,
    claimable_at: _at,
    ...row
  } = await db
    .selectFrom('publications')
    .selectAll()
    .where('post_id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id,
    async rewind() {
      await engine.world.sandbox.clearFaults();
      const dueAt = new Date(engine.world.now().getTime() + DUE_IN_MS);
      await db.updateTable('publications').set(row).where('post_id', '=', id).execute();
      await db.updateTable('posts').set({ scheduled_time: dueAt }).where('id', '=', id).execute();
      await sql`delete from containers where post_id = ${id} and id is distinct from ${row.container_id}`.execute(
        db,
      );
      await sql`update publications set next_step_at = app_now() where post_id = ${id}`.execute(db);
      await resetAccount();
    },
  };
}

async function resetAccount(): Promise<void> {
  const { db } = engine.world.database;
  // The check of the account would meet the error first.
  await sql`update instagram_connections set needs_reconnect = false, reconnect_code = null,
    checked_at = app_now()`.execute(db);
  await db.deleteFrom('instagram_apps').execute();
  // A throttle is written once a second.
  await engine.world.advanceTime(1000);
  await sql`update instagram_accounts set throttle_reason = null, throttled_until = null`.execute(
    db,
  );
}

async function postFor(step: ErrorStep): Promise<RewindablePost> {
  const post = posts.get(typeAt(step));
  if (post === undefined) throw new Error(`no post for ${step}`);
  await post.rewind();
  return post;
}

const holds: Partial<Record<ErrorClass, string>> = {
  reconnect: 'reconnect',
  blocked: 'blocked',
  rate_limited: 'rate_limited',
  app_limited: 'app_limited',
};

async function accountHold(): Promise<string | null> {
  const found = await sql<{ hold: string | null }>`
    select case when needs_reconnect then 'reconnect'
      when exists (select from instagram_apps where throttled_until > app_now()) then 'app_limited'
      else throttle_reason end as hold
    from instagram_connections join instagram_accounts using (ig_user_id)
    where ended_at is null`.execute(engine.world.database.db);
  return found.rows[0]?.hold ?? null;
}

const causeOf = ({ error, step }: ErrorCase) =>
  step === 'token' ? '' : classifyKnownError(error).cause;

async function expectWords(id: string, one: ErrorCase, status: string) {
  const post = await engine.fetchPost(id);
  expect(post).toMatchObject({
    status,
    errorAction: one.kind === 'bug' ? 'wait' : one.action,
    errorMessage: expect.stringContaining(one.messagePart),
  });
  expect(post.errorMessage).toContain(causeOf(one));
  expect(post.errorMessage).not.toMatch(/suporte/i);
}

test.each(rowsAt('create', 'parent', 'status', 'container', 'list', 'token'))(
  '$error at $step is shown as its row says',
  async (one) => {
    const { error, step, kind } = one;
    const post = await postFor(step);
    if (step === 'parent') await engine.advance(post.id);
    await raiseError(engine, error, step);
    await engine.untilIssue(post.id);
    await expectWords(post.id, one, kind === 'content' ? 'failed' : 'scheduled');
    expect(await accountHold()).toBe(holds[kind] ?? null);
    if (step === 'token') await connect(engine.world, engine.client);
  },
);

describe('at the check of the account', () => {
  async function check({ error }: ErrorCase): Promise<string> {
    const { id } = await postFor('quota');
    await sql`update instagram_connections set checked_at = null`.execute(engine.world.database.db);
    await raiseError(engine, error, 'quota');
    await engine.advance(id);
    return id;
  }
  const [lost, others] = partition(rowsAt('quota'), ({ kind }) => kind === 'reconnect');

  test.each(lost)('$error holds the account', async (one) => {
    const id = await check(one);
    await expectWords(id, one, 'scheduled');
    expect(await accountHold()).toBe('reconnect');
  });

  const [throttling, ignored] = partition(others, ({ kind }) => kind === 'app_limited');

  test.each(throttling)('$error ends the step before another call', async (one) => {
    const id = await check(one);
    await expectWords(id, one, 'scheduled');
    expect(await accountHold()).toBe('app_limited');
  });

  test.each(ignored)('$error holds nothing', async (one) => {
    const id = await check(one);
    expect((await engine.fetchPost(id)).errorMessage).toBeNull();
    expect(await accountHold()).toBeNull();
  });
});

describe('at the publish call', () => {
  let post: RewindablePost;
  beforeAll(async () => {
    await resetAccount();
    post = await rewindable((await engine.aPreparedPost())._id);
  });

  async function expectOneCall({ error }: ErrorCase): Promise<void> {
    await post.rewind();
    const calls = await engine.publishCalls();
    await raiseError(engine, error, 'publish');
    await engine.world.advanceTime(DUE_IN_MS);
    await engine.world.services.publishing.dispatcher.run();
    await engine.world.services.publishing.dispatcher.settle();
    expect(await engine.publishCalls()).toBe(calls + 1);
    expect(await engine.row(post.id)).toMatchObject({
      status: 'pending',
      publish_error: classifyKnownError(error).code,
    });
  }

  const endedKinds: ReadonlySet<ErrorClass> = new Set(['content', 'blocked']);
  const heldKinds: ReadonlySet<ErrorClass> = new Set([
    'quota',
    'rate_limited',
    'app_limited',
    'reconnect',
  ]);
  const [ended, rest] = partition(rowsAt('publish'), ({ kind }) => endedKinds.has(kind));
  const [held, retried] = partition(rest, ({ kind }) => heldKinds.has(kind));

  test.each(retried)('$error holds nothing', async (one) => {
    await expectOneCall(one);
    expect(await accountHold()).toBeNull();
  });

  test.each([...ended, ...held])('$error ends or holds the post as its row says', async (one) => {
    await expectOneCall(one);
    await engine.world.advanceTime(QUIESCENCE_MS);
    await engine.advance(post.id);
    await expectWords(post.id, one, endedKinds.has(one.kind) ? 'failed' : 'pending');
    expect(await accountHold()).toBe(one.kind === 'quota' ? 'quota' : (holds[one.kind] ?? null));
  });
});

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
