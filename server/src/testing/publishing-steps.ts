import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { aConnectedUser, aScheduledPost, seenPost, type Client } from './factories.ts';
import { startWorld, type World } from './world.ts';

export const MINUTE = 60_000;

/** A world for tests of the engine, with a connected user of its own for each test. */
export function usePublishing() {
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

  /** Takes the next step of a post, as a job does, and waits for the call if it came to one. */
  async function advance(postId: string): Promise<void> {
    await world.services.advancePost(postId);
    await world.services.hour.settle();
  }

  return {
    get world() {
      return world;
    },
    get client() {
      return client;
    },
    advance,

    /** Takes steps as the worker does, letting the time pass between them, until the post says so. */
    async advanceUntil(
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
    },

    /** A post of which one call is left. */
    async aPreparedPost({
      dueInMs = 5 * MINUTE,
      caption,
    }: { dueInMs?: number; caption?: string } = {}) {
      const named = caption === undefined ? {} : { caption };
      const post = await aScheduledPost(world, client, { dueInMs, ...named });
      await advance(post._id);
      await world.advanceTime(1500);
      await advance(post._id);
      if (!(await seenPost(client, post._id)).ready) throw new Error('the post is not ready');
      return post;
    },

    /** Lets the hour of a prepared post come, and its call end. */
    async letTheHourCome(): Promise<void> {
      await world.advanceTime(5 * MINUTE);
      await world.services.hour.run();
      await world.services.hour.settle();
    },

    publishCalls: async () =>
      (await world.sandbox.calls()).filter(({ path }) => path.endsWith('/media_publish')).length,
  };
}
