import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConnectedUser, aScheduledPost } from '../../../testing/factories.ts';
import { insertNotification, aSubscribedBrowser, setPostState } from '../../../testing/push.ts';
import { setPublished } from '../../../testing/published-posts.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { findNewPushes, keyOfPush } from './events.repository.ts';

const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('finds each event of each device once, until its message is stored', async () => {
  const [first, second] = [await aConnectedUser(world), await aConnectedUser(world)];
  for (const client of [first, second]) {
    await aSubscribedBrowser(world, client);
    const [good, bad] = [
      await aScheduledPost(world, client),
      await aScheduledPost(world, client, { dueInMs: HOUR }),
    ];
    await setPublished(world.database.db, good._id);
    await setPostState(world, bad._id, 'failed');
    await insertNotification(world, bad._id);
  }
  const find = () => world.database.inTransaction((tx) => findNewPushes(tx, '2 minutes'));
  const keys = (await find()).map((push) => keyOfPush(push));
  expect(new Set(keys).size).toBe(4);
  expect(keys).toHaveLength(4);
  await world.services.notifications.enqueuePushes('2 minutes');
  expect(await find()).toEqual([]);
});
