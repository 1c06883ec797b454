import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createKeyRing } from '../../platform/key-ring.ts';
import {
  aConnectedUser,
  aScheduledPost,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { aBrowser, aSubscribedBrowser, pushOf, deliverPushes } from '../../../testing/push.ts';
import { createTestOutbox } from '../../../testing/outbox.ts';
import { setPublished } from '../../../testing/published-posts.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createPush } from './create-push.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // pg-boss calls this function for the current time; here it returns the test clock.
  await sql`create or replace function pgboss.job_now() returns timestamptz language sql stable as
    'select app_now()'`.execute(world.database.db);
});
afterAll(() => world.stop());
afterEach(() => world.sandbox.clearFaults());

async function publishPost(client: Client): Promise<void> {
  const post = await aScheduledPost(world, client);
  await setPublished(world.database.db, post._id);
}

describe('a user with unresponsive devices', () => {
  async function aSilentDevice(client: Client): Promise<void> {
    const json = { email: client.user.email, password: PASSWORD };
    const { token } = dataOf(
      await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
    );
    const subscription = await aBrowser(world, client);
    dataOf(await request(world, 'PUT', '/account/push', { token, json: subscription }));
    await world.sandbox.pushFault('silent', 1, subscription.endpoint);
  }

  test('does not delay other users', async () => {
    const [many, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    const { outbox } = world.services.platform;
    const { enqueuePushes, pushChannel } = world.services.notifications;
    const { concurrency } = pushChannel;
    for (let count = 0; count < concurrency; count += 1) await aSilentDevice(many);
    await publishPost(many);
    await enqueuePushes('2 minutes');
    const { endpoint } = await aSubscribedBrowser(world, other);
    await publishPost(other);
    await enqueuePushes('2 minutes');

    const inHand = new Set<Promise<void>>();
    async function claim(): Promise<void> {
      const free = concurrency - inHand.size;
      for (const message of free === 0 ? [] : await outbox.claim('push', free)) {
        const job: Promise<void> = outbox
          .deliver('push', message)
          .finally(() => inHand.delete(job));
        inHand.add(job);
      }
    }
    await claim();
    await claim();
    await expect.poll(() => world.sandbox.pushes(endpoint)).toHaveLength(1);
    expect(inHand.size).toBeGreaterThan(0);
    await Promise.all(inHand);
  });
});

describe('a device stays subscribed', () => {
  async function aFullHour() {
    const client = await aConnectedUser(world);
    const { endpoint } = await aSubscribedBrowser(world, client);
    for (let count = 0; count < 10; count += 1) await publishPost(client);
    return {
      endpoint,
      devices: async () => (await pushOf(client)).devices.length,
      arrived: async () => (await world.sandbox.pushes(endpoint)).length,
    };
  }

  test.each(['cut', 'server-error', 'too-many'])(
    'during a short outage of its service (%s), and gets the recent messages afterwards',
    async (fault) => {
      const { endpoint, devices, arrived } = await aFullHour();
      await world.sandbox.pushFault(fault, 20, endpoint);
      await deliverPushes(world);
      await world.advanceTime(3 * MINUTE);
      await deliverPushes(world);
      expect([await devices(), await arrived()]).toEqual([1, 0]);
      await world.advanceTime(10 * MINUTE);
      await deliverPushes(world);
      expect([await devices(), await arrived()]).toEqual([1, 10]);
    },
  );

  test('while our server cannot encrypt its messages', async () => {
    const { devices, arrived } = await aFullHour();
    const { serviceOptions, services, database } = world;
    const keyRing = createKeyRing(`other:${Buffer.alloc(32, 9).toString('base64')}`);
    const { platform } = services;
    const { pushChannel } = createPush({ ...serviceOptions, ...platform, database, keyRing });
    const outbox = createTestOutbox(database, pushChannel);
    const atOdds = { ...world, services: { ...services, platform: { ...platform, outbox } } };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await deliverPushes(atOdds);
      await world.advanceTime(5 * MINUTE);
    }
    await deliverPushes(world);
    expect([await devices(), await arrived()]).toEqual([1, 10]);
  });

  test('during refusals of several days, until a week has passed without a success', async () => {
    const [refused, lucky] = [await aConnectedUser(world), await aConnectedUser(world)];
    const addressOf = async (client: Client) => (await aSubscribedBrowser(world, client)).endpoint;
    const recipients = [
      { client: refused, endpoint: await addressOf(refused), refusals: [0, 4, 8] },
      { client: lucky, endpoint: await addressOf(lucky), refusals: [0, 8] },
    ];
    const devices: Record<number, number[]> = {};
    for (const day of [0, 4, 8]) {
      for (const { client, endpoint, refusals } of recipients) {
        await publishPost(client);
        if (refusals.includes(day)) await world.sandbox.pushFault('refused', 1, endpoint);
      }
      await deliverPushes(world);
      const left = recipients.map(async ({ client }) => (await pushOf(client)).devices.length);
      devices[day] = await Promise.all(left);
      await world.advanceTime(4 * DAY);
    }
    expect(devices).toEqual({ 0: [1, 1], 4: [1, 1], 8: [0, 1] });
  });
});
