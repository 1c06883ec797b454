import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConnectedUser, aScheduledPost } from '../../../testing/factories.ts';
import { insertNotification, aSubscribedBrowser, setPostStatus } from '../../../testing/push.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { addPushMessages } from './events.repository.ts';

const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('stores new messages in a fixed order', async () => {
  const [first, second] = [await aConnectedUser(world), await aConnectedUser(world)];
  for (const client of [first, second]) {
    await aSubscribedBrowser(world, client);
    const [good, bad] = [
      await aScheduledPost(world, client),
      await aScheduledPost(world, client, { dueInMs: HOUR }),
    ];
    await setPostStatus(world, good._id, 'published');
    await setPostStatus(world, bad._id, 'failed');
    await insertNotification(world, bad._id);
  }
  const added = await world.database.inTransaction((tx) => addPushMessages(tx, '2 minutes'));
  const names = added.map(({ subscriptionId, event }) => `${subscriptionId} ${event}`);
  expect(names).toHaveLength(4);
  // A different order could deadlock two workers that find the same events.
  expect(names).toEqual(names.toSorted());
});
