import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import {
  SLOTS_MAX,
  type bestHours,
  type getQueue,
  type WeeklyTime,
  type QueueSlot,
} from '@pontual/contract/planning/queue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertPosts, type PostFixture } from '../../../testing/analytics.ts';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  dataOf,
  fetchPost,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { workspaceOf } from '../../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function aPlanner(): Promise<Client> {
  const client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
  return client;
}

const daily = (...minutes: number[]): WeeklyTime[] =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => minutes.map((minute) => ({ weekday, minute })));
const add = (client: Client, slots: readonly WeeklyTime[]) =>
  client.post<{ slots: QueueSlot[] }>('/queue/slots', { slots });
const queueOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof getQueue>>('/queue'));
const nextOf = async (client: Client) =>
  dataOf(await client.get<{ next: string | null; slots: number }>('/queue/next'));
const noon = 12 * 60;
const noonIn = (days: number) =>
  new Date(startOfDay(dayKey(world.now()), days).getTime() + 12 * HOUR).toISOString();
const file = aPhotoFile;

const queuePost = async (client: Client, preferredTime: string) =>
  client.schedule(
    aFormOf(
      { mediaType: 'IMAGE', caption: 'Da fila', scheduledTime: preferredTime, queue: 'true' },
      [await file()],
    ),
  );
const dueTimeOf = ({ scheduledTime }: Pick<Post, 'scheduledTime'>) => scheduledTime;

describe('queue slots', () => {
  test('are added once and removed, and posts keep their due times', async () => {
    const client = await aPlanner();
    const { slots } = dataOf(await add(client, daily(noon)));
    expect(slots).toHaveLength(7);
    expect(dataOf(await add(client, [{ weekday: 1, minute: noon }])).slots).toEqual(slots);
    const { next } = await nextOf(client);
    const { post } = dataOf(await queuePost(client, next ?? ''));
    for (const { _id } of slots) dataOf(await client.delete(`/queue/slots/${_id}`));
    expect(await nextOf(client)).toEqual({ next: null, slots: 0 });
    expect(await fetchPost(client, post._id)).toMatchObject({
      status: 'scheduled',
      scheduledTime: next,
    });
    expect(await client.delete(`/queue/slots/${slots[0]?._id}`)).toMatchObject({ status: 404 });
  });

  test('require Premium, but can be removed on any plan', async () => {
    const client = await aPlanner();
    const { slots } = dataOf(await add(client, [{ weekday: 1, minute: noon }]));
    await givePlan(world, client, 'pro');
    for (const path of ['/queue', '/queue/next']) {
      expect(await client.get(path)).toMatchObject({ body: { code: 'PLAN_REQUIRED' } });
    }
    expect(await add(client, daily(1))).toMatchObject({ body: { code: 'PLAN_REQUIRED' } });
    expect(await queuePost(client, noonIn(2))).toMatchObject({ body: { code: 'PLAN_REQUIRED' } });
    expect((await client.delete(`/queue/slots/${slots[0]?._id}`)).status).toBe(200);
  });

  test('are refused when they are invalid or too many', async () => {
    const client = await aPlanner();
    for (const bad of [
      { weekday: 7, minute: 0 },
      { weekday: 1, minute: 1440 },
      { weekday: 1, minute: -1 },
      { weekday: 1.5, minute: 3 },
      {},
    ]) {
      expect(await add(client, [bad as WeeklyTime])).toMatchObject({ status: 400 });
    }
    expect(await add(client, [])).toMatchObject({ status: 400 });
    const many = daily(...Array.from({ length: SLOTS_MAX / 7 }, (_, index) => index * 60));
    dataOf(await add(client, many));
    expect(await add(client, [{ weekday: 0, minute: 1 }])).toMatchObject({
      status: 409,
      body: { code: 'SLOTS_FULL' },
    });
  });
});

describe('a queued post', () => {
  test('gets the next free slot, and the slot after it is the next one', async () => {
    const client = await aPlanner();
    dataOf(await add(client, daily(noon)));
    await aScheduledPost(world, client, {
      dueInMs: new Date(noonIn(2)).getTime() - world.now().getTime(),
    });
    await queuePost(client, noonIn(1));
    expect(await nextOf(client)).toMatchObject({ next: expect.stringMatching(/T15:00:00/) });
    const { upcomingSlots } = await queueOf(client);
    const filled = upcomingSlots.filter(({ posts }) => posts.length > 0).map(({ at }) => at);
    expect(filled).toEqual([noonIn(1), noonIn(2)]);
    const { post } = dataOf(await queuePost(client, noonIn(2)));
    // Today's noon is free when it is still ahead.
    expect([noonIn(0), noonIn(3)]).toContain(dueTimeOf(post));
  });

  test('gets a slot of its own when several requests name the same one', async () => {
    const client = await aPlanner();
    dataOf(await add(client, daily(noon)));
    const sent = await Promise.all([1, 2, 3, 4].map(() => queuePost(client, noonIn(1))));
    const hours = sent.map((answer) => dueTimeOf(dataOf(answer).post));
    expect(new Set(hours).size).toBe(4);
    expect(hours).toContain(noonIn(1));
  });

  test('keeps the later slot that its owner chose', async () => {
    const client = await aPlanner();
    dataOf(await add(client, daily(noon)));
    expect(dueTimeOf(dataOf(await queuePost(client, noonIn(4))).post)).toBe(noonIn(4));
    const draft = await aDraft(client);
    const scheduled = await client.put(`/schedule/draft/${draft._id}/schedule`, {
      scheduledTime: noonIn(5),
      queue: true,
    });
    expect(dueTimeOf(dataOf(scheduled).post)).toBe(noonIn(5));
  });

  test('is refused when the queue has no slot', async () => {
    const client = await aPlanner();
    expect(await queuePost(client, noonIn(1))).toMatchObject({
      status: 409,
      body: { code: 'QUEUE_FULL' },
    });
    expect(await client.get('/scheduled')).toMatchObject({ body: { data: { posts: [] } } });
  });

  test('gets no slot within a pause that has an end', async () => {
    const client = await aPlanner();
    dataOf(await add(client, daily(noon)));
    const until = new Date(startOfDay(dayKey(world.now()), 3).getTime() + 8 * HOUR).toISOString();
    dataOf(await client.put('/schedule/pause', { until }));
    expect(await nextOf(client)).toMatchObject({ next: noonIn(3) });
  });
});

describe('the best hours', () => {
  const bestOf = async (client: Client, query = '') =>
    dataOf(await client.get<DataOf<typeof bestHours>>(`/queue/best-hours${query}`));
  /** A week apart, the last of them in the week before this one. */
  async function fill(
    client: Client,
    one: { weekday: number; hour: number },
    posts: PostFixture[],
  ) {
    const workspaceId = await workspaceOf(world, client);
    const userId = client.user._id;
    const today = new Date(`${dayKey(world.now())}T00:00:00Z`).getUTCDay();
    const ago = ((today - one.weekday + 7) % 7) + 7;
    const at = (week: number) =>
      startOfDay(dayKey(world.now()), -ago - 7 * week).getTime() + one.hour * HOUR;
    const dated = posts.map((post, week) => ({ ...post, at: new Date(at(week)).toISOString() }));
    await insertPosts(world.database.db, { workspaceId, userId }, dated);
  }
  const some = (count: number, interactions: number): PostFixture[] =>
    Array.from({ length: count }, () => ({ reach: 1000, interactions }));

  test('are those in which posts of the account did better than in all others', async () => {
    const client = await aPlanner();
    await fill(client, { weekday: 2, hour: 18 }, some(6, 80));
    await fill(client, { weekday: 4, hour: 9 }, some(5, 20));
    await fill(client, { weekday: 6, hour: 11 }, some(4, 900));
    const { measured, needed, hours } = await bestOf(client);
    expect({ measured, needed }).toEqual({ measured: 15, needed: 5 });
    expect(await bestOf(client, '?account=17840000000000001')).toMatchObject({ measured: 0 });
    expect(hours).toEqual([]);
    await fill(client, { weekday: 1, hour: 7 }, some(12, 10));
    await fill(client, { weekday: 3, hour: 7 }, some(12, 10));
    await fill(client, { weekday: 5, hour: 7 }, some(12, 10));
    await fill(client, { weekday: 0, hour: 7 }, some(12, 10));
    expect((await bestOf(client)).hours).toEqual([
      { weekday: 2, hour: 18, posts: 6, engagement: 8, others: 7.3 },
    ]);
  });

  test('are empty without measured posts, and never those of another account', async () => {
    const rich = await aPlanner();
    await fill(rich, { weekday: 2, hour: 18 }, some(6, 80));
    await fill(rich, { weekday: 4, hour: 9 }, some(6, 20));
    expect((await bestOf(rich)).hours).toHaveLength(1);
    const poor = await aPlanner();
    await fill(poor, { weekday: 2, hour: 18 }, [{}, {}, {}, {}, {}, {}]);
    expect(await bestOf(poor)).toEqual({ measured: 0, needed: 5, hours: [] });
    await givePlan(world, rich, 'pro');
    expect(await rich.get('/queue/best-hours')).toMatchObject({ body: { code: 'PLAN_REQUIRED' } });
  });
});

describe('the order of the queue', () => {
  async function twoPosts(client: Client) {
    dataOf(await add(client, daily(noon)));
    const one = dataOf(await queuePost(client, noonIn(1))).post;
    const other = dataOf(await queuePost(client, noonIn(2))).post;
    return { one, other };
  }
  const move = (client: Client, postId: string, scheduledTime: string) =>
    client.post<{ post: Post; swapped: Post | null }>('/queue/move', { postId, scheduledTime });

  test('changes with one move that swaps two posts', async () => {
    const client = await aPlanner();
    const { one, other } = await twoPosts(client);
    const { post, swapped } = dataOf(await move(client, other._id, noonIn(1)));
    expect([post.scheduledTime, swapped?.scheduledTime]).toEqual([noonIn(1), noonIn(2)]);
    expect(swapped?._id).toBe(one._id);
    const moved = dataOf(await move(client, one._id, noonIn(6)));
    expect(moved).toMatchObject({ post: { scheduledTime: noonIn(6) }, swapped: null });
  });

  test('keeps both posts and both slots when two windows move them at the same time', async () => {
    const client = await aPlanner();
    const { one, other } = await twoPosts(client);
    await Promise.all([move(client, one._id, noonIn(2)), move(client, other._id, noonIn(1))]);
    const hours = new Set([
      dueTimeOf(await fetchPost(client, one._id)),
      dueTimeOf(await fetchPost(client, other._id)),
    ]);
    expect(hours).toEqual(new Set([noonIn(1), noonIn(2)]));
  });

  test('refuses past slots, drafts and slots with two posts', async () => {
    const client = await aPlanner();
    const { one } = await twoPosts(client);
    const past = new Date(world.now().getTime() - DAY).toISOString();
    expect(await move(client, one._id, past)).toMatchObject({
      body: { code: 'SCHEDULED_TIME_PAST' },
    });
    const draft = await aDraft(client);
    expect(await move(client, draft._id, noonIn(3))).toMatchObject({
      body: { code: 'POST_NOT_EDITABLE' },
    });
    for (let count = 0; count < 2; count += 1) {
      const dueInMs = new Date(noonIn(4)).getTime() - world.now().getTime();
      await aScheduledPost(world, client, { dueInMs });
    }
    expect(await move(client, one._id, new Date(noonIn(4)).toISOString())).toMatchObject({
      body: { code: expect.stringMatching(/^SLOT_TAKEN$/) },
    });
  });
});
