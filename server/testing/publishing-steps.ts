import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import type { ClaimOptions } from '../src/publishing/store/claim-and-record.ts';
import { PERMALINK_AFTER_MS } from '../src/publishing/publishing.rules.ts';
import { aConnectedUser, aScheduledPost, request, fetchPost, type Client } from './factories.ts';
import { deliverEmails } from './outbox.ts';
import { createExternalInstagram } from './external-instagram.ts';
import { startWorld, type MetaOptions, type World } from './world.ts';

export const MINUTE = 60_000;

/** Each test has a connected user of its own, unless all share one and what the others have left. */
export function usePublishing({
  meta,
  isUserShared = false,
}: { meta?: MetaOptions; isUserShared?: boolean } = {}) {
  let world: World;
  let client: Client;
  beforeAll(async () => {
    world = await startWorld({ meta });
    if (isUserShared) client = await aConnectedUser(world);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    if (isUserShared) return;
    await world.resetSandbox();
    const { db } = world.database;
    // They would be claimed together with this post and get its fault.
    await db.deleteFrom('posts').execute();
    await db.deleteFrom('containers').execute();
    await db.deleteFrom('instagram_apps').execute();
    await sql`update instagram_accounts set throttle_reason = null, throttled_until = null,
      quota_total = null, quota_used = null, quota_read_at = null`.execute(db);
    client = await aConnectedUser(world);
  });
  const context = { world: () => world, client: () => client };

  return {
    get world() {
      return world;
    },
    get client() {
      return client;
    },
    ...createSteps(context),
    ...createViews(context),
    ...createExternalInstagram(() => world.sandbox.url),
  };
}

export type PublishingSteps = ReturnType<typeof usePublishing>;

export const claimOptions = (limit: number, duePostId: string | null): ClaimOptions => ({
  limit,
  duePostId,
  perAccount: 10,
  gapMs: 0,
  share: { workers: 1, index: 0 },
  claimedBy: newId(),
});

interface StepContext {
  world(): World;
  client(): Client;
}

function createSteps({ world, client }: StepContext) {
  async function advance(postId: string): Promise<void> {
    await world().services.publishing.advancePost(postId);
    await world().services.publishing.dispatcher.settle();
  }

  async function advanceUntilPost(
    isReached: (post: Post) => boolean,
    postId: string,
    stepMs: number,
    owner: Client,
  ): Promise<Post> {
    for (let step = 0; step < 40; step += 1) {
      const post = await fetchPost(owner, postId);
      if (isReached(post)) return post;
      await world().services.publishing.dispatcher.run();
      await advance(postId);
      await world().advanceTime(stepMs);
    }
    const post = await fetchPost(owner, postId);
    throw new Error(`still ${post.status} after 40 steps: ${post.errorMessage}`);
  }

  return {
    advance,

    async advanceUntil(
      postId: string,
      status: string,
      stepMs = 2000,
      owner = client(),
    ): Promise<void> {
      await advanceUntilPost((post) => post.status === status, postId, stepMs, owner);
    },

    untilReady: (postId: string, stepMs = 1500, owner = client()) =>
      advanceUntilPost((post) => post.ready, postId, stepMs, owner),

    untilIssue: (postId: string, stepMs = 2000, owner = client()) =>
      advanceUntilPost((post) => post.errorMessage !== null, postId, stepMs, owner),

    async runSteps(
      posts: readonly { _id: string }[],
      steps: number,
      stepMs: number,
    ): Promise<void> {
      for (let step = 0; step < steps; step += 1) {
        await world().services.publishing.dispatcher.run();
        await world().services.publishing.dispatcher.settle();
        for (const { _id } of posts) await advance(_id);
        await world().advanceTime(stepMs);
      }
    },

    async aPreparedPost({
      dueInMs = 5 * MINUTE,
      caption,
    }: { dueInMs?: number; caption?: string } = {}) {
      const named = caption === undefined ? {} : { caption };
      const post = await aScheduledPost(world(), client(), { dueInMs, ...named });
      await advance(post._id);
      await world().advanceTime(1500);
      await advance(post._id);
      if (!(await fetchPost(client(), post._id)).ready) throw new Error('the post is not ready');
      return post;
    },

    async advanceToDueTime(): Promise<void> {
      await world().advanceTime(5 * MINUTE);
      await world().services.publishing.dispatcher.run();
      await world().services.publishing.dispatcher.settle();
    },

    async readPermalinks(): Promise<void> {
      // The second attempt comes at least a minute after the first.
      await world().advanceTime(MINUTE + PERMALINK_AFTER_MS);
      await world().services.publishing.readPermalinks();
    },

    /** A negative value is after the due time. */
    async advanceTo(post: Pick<Post, 'scheduledTime'>, beforeMs = 0): Promise<void> {
      const dueAt = new Date(post.scheduledTime ?? 0).getTime();
      await world().advanceTime(Math.max(0, dueAt - beforeMs - world().now().getTime()));
    },
  };
}

function createViews({ world, client }: StepContext) {
  const workspaceId = async (owner = client()): Promise<string> => {
    const found = await world()
      .database.db.selectFrom('workspace_members')
      .select('workspace_id')
      .where('user_id', '=', owner.user._id)
      .executeTakeFirstOrThrow();
    return found.workspace_id;
  };

  return {
    workspaceId,

    fetchPost: (postId: string, owner = client()): Promise<Post> => fetchPost(owner, postId),

    row: (postId: string) =>
      world()
        .database.db.selectFrom('posts_with_publication')
        .selectAll()
        .where('id', '=', postId)
        .executeTakeFirstOrThrow(),

    publishCalls: async () =>
      (await world().sandbox.calls()).filter(({ path }) => path.endsWith('/media_publish')).length,

    async deliverEmails(owner = client()) {
      await deliverEmails(world());
      return world().sandbox.mail(owner.user.email);
    },

    publishNow: (postId: string, owner = client()) =>
      request(world(), 'POST', '/schedule/force-publish', {
        token: owner.token,
        json: { postId },
      }),

    /** More posts than the smallest plan allows. */
    async upgradeToPremium(owner = client()): Promise<void> {
      await sql`update workspaces set plan = 'premium'
        where id = ${await workspaceId(owner)}`.execute(world().database.db);
    },
  };
}
