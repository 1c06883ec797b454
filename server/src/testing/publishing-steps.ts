import { createServer } from 'node:http';
import type { Post, UserTag } from '@pontual/contract/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  aConnectedUser,
  aPhoto,
  aScheduledPost,
  request,
  seenPost,
  type Client,
} from './factories.ts';
import { freePort, startWorld, type World } from './world.ts';

export const MINUTE = 60_000;

/** All that the sandbox knows of a published medium. */
interface LedgerMedium {
  id: string;
  ig_user_id: string;
  username: string;
  media_product_type: 'FEED' | 'REELS' | 'STORY';
  container_id: string;
  published_at_ms: number;
  caption: string | null;
  alt_text: string | null;
  location_id: string | null;
  user_tags: UserTag[];
  collaborators: string[];
  share_to_feed: boolean | null;
  thumb_offset: number | null;
  audio_name: string | null;
  bytes_sha256: string;
  children: {
    media_type: 'IMAGE' | 'VIDEO';
    bytes_sha256: string;
    alt_text: string | null;
    user_tags: UserTag[];
  }[];
}

interface Container {
  id: string;
  kind: 'image' | 'reel' | 'story' | 'carousel' | 'carousel-image' | 'carousel-video';
  state: string;
  published_as: string | null;
}

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
    const { db } = world.database;
    // What another test left would be claimed with this one's post, and meet its fault.
    await db.deleteFrom('posts').execute();
    await db.deleteFrom('containers').execute();
    await sql`update instagram_accounts set paused_reason = null, paused_until = null,
      quota_total = null, quota_used = null, quota_read_at = null`.execute(db);
    client = await aConnectedUser(world);
  });

  /** Takes the next step of a post, as a job does, and waits for the call if it came to one. */
  async function advance(postId: string): Promise<void> {
    await world.services.advancePost(postId);
    await world.services.hour.settle();
  }

  const see = (postId: string, owner = client): Promise<Post> => seenPost(owner, postId);

  /** Takes steps as the worker does, letting the time pass between them, until the post is so. */
  async function advanceUntilIt(
    isSo: (post: Post) => boolean,
    postId: string,
    stepMs: number,
    owner: Client,
  ): Promise<Post> {
    for (let step = 0; step < 40; step += 1) {
      const post = await see(postId, owner);
      if (isSo(post)) return post;
      await world.services.hour.run();
      await advance(postId);
      await world.advanceTime(stepMs);
    }
    const post = await see(postId, owner);
    throw new Error(`still ${post.status} after 40 steps: ${post.errorMessage}`);
  }

  async function fromSandbox<T>(path: string): Promise<T> {
    const response = await fetch(`${world.sandbox.url}/_sandbox/instagram/${path}`);
    return response.json() as Promise<T>; // the shape is the sandbox's promise
  }

  /** Calls Instagram as the account's owner, beside the product; answers the id of what was made. */
  async function asOwner(username: string) {
    const login = await fetch(`${world.sandbox.url}/_sandbox/instagram/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    });
    const account = (await login.json()) as { ig_user_id: string; page_access_token: string };
    return async (edge: string, params: Record<string, string>): Promise<string> => {
      const body = new URLSearchParams({ ...params, access_token: account.page_access_token });
      const url = `${world.sandbox.url}/v25.0/${account.ig_user_id}/${edge}`;
      const response = await fetch(url, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { id: string }).id;
    };
  }

  const workspaceId = async (owner = client): Promise<string> => {
    const found = await world.database.db
      .selectFrom('workspace_members')
      .select('workspace_id')
      .where('user_id', '=', owner.user._id)
      .executeTakeFirstOrThrow();
    return found.workspace_id;
  };

  return {
    get world() {
      return world;
    },
    get client() {
      return client;
    },
    advance,
    see,
    workspaceId,

    /** Takes steps as the worker does, letting the time pass between them, until the post says so. */
    async advanceUntil(
      postId: string,
      status: string,
      stepMs = 2000,
      owner = client,
    ): Promise<void> {
      await advanceUntilIt((post) => post.status === status, postId, stepMs, owner);
    },

    /** Takes steps until one call is left. */
    untilReady: (postId: string, stepMs = 1500, owner = client) =>
      advanceUntilIt((post) => post.ready, postId, stepMs, owner),

    /** Takes steps until something is wrong with the post. */
    untilTold: (postId: string, stepMs = 2000, owner = client) =>
      advanceUntilIt((post) => post.errorMessage !== null, postId, stepMs, owner),

    /** Takes so many steps of all these posts, as a worker does that has them in hand. */
    async work(posts: readonly { _id: string }[], steps: number, stepMs: number): Promise<void> {
      for (let step = 0; step < steps; step += 1) {
        await world.services.hour.run();
        await world.services.hour.settle();
        for (const { _id } of posts) await advance(_id);
        await world.advanceTime(stepMs);
      }
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
      if (!(await see(post._id)).ready) throw new Error('the post is not ready');
      return post;
    },

    /** Lets the hour of a prepared post come, and its call end. */
    async letTheHourCome(): Promise<void> {
      await world.advanceTime(5 * MINUTE);
      await world.services.hour.run();
      await world.services.hour.settle();
    },

    /** Lets time pass up to so long before this post's hour; negative is after it. */
    async advanceTo(post: Pick<Post, 'scheduledTime'>, beforeMs = 0): Promise<void> {
      const hour = new Date(post.scheduledTime ?? 0).getTime();
      await world.advanceTime(Math.max(0, hour - beforeMs - world.now().getTime()));
    },

    publishCalls: async () =>
      (await world.sandbox.calls()).filter(({ path }) => path.endsWith('/media_publish')).length,

    /** What was published, with everything about it; oldest first. */
    ledger: () => fromSandbox<LedgerMedium[]>('media'),
    /** Every container that Instagram has made, oldest first. */
    containers: () => fromSandbox<Container[]>('containers'),
    /** The only thing that was published. */
    async onlyMedium(): Promise<LedgerMedium> {
      const [medium, ...others] = await fromSandbox<LedgerMedium[]>('media');
      if (medium === undefined || others.length > 0) {
        throw new Error(`${others.length + (medium === undefined ? 0 : 1)} media were published`);
      }
      return medium;
    },

    /** Lets Instagram publish a container after all, as it does once a block is lifted. */
    async publishContainer(containerId: string, username = 'atelie.barro'): Promise<void> {
      const call = await asOwner(username);
      await call('media_publish', { creation_id: containerId });
    },

    /** Somebody publishes on the account, not through us. */
    async publishByHand(
      { caption, isStory = false }: { caption?: string; isStory?: boolean },
      username = 'atelie.barro',
    ): Promise<void> {
      const call = await asOwner(username);
      const picture = await servePicture();
      const id = await call('media', {
        image_url: picture.url,
        ...(caption === undefined ? {} : { caption }),
        ...(isStory ? { media_type: 'STORIES' } : {}),
      });
      picture.close();
      await call('media_publish', { creation_id: id });
    },

    /** The row of a post, for what only the engine knows of it. */
    row: (postId: string) =>
      world.database.db
        .selectFrom('posts')
        .selectAll()
        .where('id', '=', postId)
        .executeTakeFirstOrThrow(),

    /** Has told what is to be told, as the mail job does; answers all that this owner ever got. */
    async mails(owner = client) {
      await world.services.notices.deliver(await workspaceId(owner));
      return world.sandbox.mail(owner.user.email);
    },

    publishNow: (postId: string, owner = client) =>
      request(world, 'POST', '/schedule/force-publish', { token: owner.token, json: { postId } }),

    /** For tests of more posts than the smallest plan allows. */
    async withoutLimits(owner = client): Promise<void> {
      await sql`update workspaces set plan = 'premium'
        where id = ${await workspaceId(owner)}`.execute(world.database.db);
    },
  };
}

/** A photo at an address of its own. */
async function servePicture(): Promise<{ url: string; close(): void }> {
  const bytes = Buffer.from(await (await aPhoto()).arrayBuffer());
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'image/jpeg').end(bytes),
  );
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}/foto.jpg`, close: () => void server.close() };
}
