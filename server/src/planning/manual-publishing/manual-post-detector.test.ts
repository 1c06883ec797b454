import { beforeEach, expect, test } from 'vitest';
import { createServices } from '../../composition/services.ts';
import { aConnectedUser, aScheduledPost, type Client } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const USERNAME = 'atelie.barro';
let posts: { post: string; owner: Client }[];

/** Two workspaces, each with a post that Instagram refused and the owner published manually. */
beforeEach(async () => {
  posts = [];
  for (const caption of ['Xícara azul', 'Jarra alta']) {
    const owner = await aConnectedUser(engine.world);
    const post = await aScheduledPost(engine.world, owner, { dueInMs: 5 * MINUTE, caption });
    await engine.world.sandbox.fault('publish', '36003/2207009');
    await engine.advanceUntil(post._id, 'failed', 30_000, owner);
    await engine.world.sandbox.publishManually({ username: USERNAME, caption });
    posts.push({ post: post._id, owner });
  }
  await engine.world.advanceTime(MINUTE);
});

const statuses = async () => {
  const rows = await Promise.all(posts.map(({ post }) => engine.row(post)));
  return rows.map(({ status }) => status);
};

test('an account whose token cannot be read does not delay the others', async () => {
  const { db } = engine.world.database;
  await db
    .updateTable('instagram_connections')
    .set({ page_token: 'nobody can read this' })
    .where('workspace_id', '=', posts[0]?.owner.user.workspace ?? '')
    .execute();
  await engine.world.services.planning.manualPostDetection.detectManualPosts();
  expect(await statuses()).toEqual(['failed', 'published']);
});

test('an account that Instagram throttles is not called', async () => {
  const { db } = engine.world.database;
  const until = new Date(engine.world.now().getTime() + 10 * MINUTE);
  await db
    .updateTable('instagram_accounts')
    .set({ throttle_reason: 'rate_limited', throttled_until: until })
    .execute();
  const before = (await engine.world.sandbox.calls()).length;
  await engine.world.services.planning.manualPostDetection.detectManualPosts();
  expect((await engine.world.sandbox.calls()).length).toBe(before);
  await engine.world.advanceTime(11 * MINUTE);
  await engine.world.services.planning.manualPostDetection.detectManualPosts();
  expect(await statuses()).toEqual(['published', 'published']);
});

test('a stopping process detects no more posts, and the next process does', async () => {
  const { world } = engine;
  const ending = await createServices({ ...world.serviceOptions, database: world.database });
  const passing = ending.planning.manualPostDetection.detectManualPosts();
  ending.planning.manualPostDetection.stop();
  await passing;
  await ending.planning.manualPostDetection.detectManualPosts();
  expect(await statuses()).toEqual(['failed', 'failed']);
  await world.services.planning.manualPostDetection.detectManualPosts();
  expect(await statuses()).toEqual(['published', 'published']);
  await ending.close();
});
