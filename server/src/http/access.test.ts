import { api } from '@pontual/contract/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aScheduledPost,
  aUser,
  dataOf,
  request,
  type Client,
} from '../testing/factories.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const endpoints = Object.entries(api);

test('the server serves exactly the endpoints of the contract', async () => {
  const response = await fetch(`${world.url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const promised = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
  expect(served.filter((one) => !one.startsWith('HEAD')).sort()).toEqual(promised.sort());
});

const guarded = endpoints.filter(([, { access }]) => access === 'user');

test.each(guarded)('%s refuses whoever has no session', async (_name, { method, path }) => {
  const stranger = await request(world, method, path.replace(/:\w+/g, 'x'));
  expect(stranger).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test.each(guarded)('%s refuses a session that has ended', async (_name, { method, path }) => {
  const client = await aUser(world);
  await client.post('/auth/logout');
  const ended = await request(world, method, path.replace(/:\w+/g, 'x'), { token: client.token });
  expect(ended).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test('live events refuse whoever has no session', async () => {
  expect((await fetch(`${world.url}/api/events`)).status).toBe(401);
});

test('nobody sees the posts of another', async () => {
  const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
  await aScheduledPost(world, owner);
  const seen = dataOf(await other.get<{ posts: unknown[] }>('/scheduled'));
  expect(seen.posts).toEqual([]);
  expect(dataOf(await other.get('/schedule/stats'))).toMatchObject({ total: 0, nextPost: null });
});

test('nobody logs out the device of another', async () => {
  const [owner, other] = [await aUser(world), await aUser(world)];
  const { sessions } = dataOf(
    await owner.get<{ sessions: { _id: string }[] }>('/account/sessions'),
  );
  expect(await other.delete(`/account/sessions/${sessions[0]?._id}`)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
  expect((await owner.get('/auth/me')).status).toBe(200);
});

describe('the post of another', () => {
  const form = aFormOf({ caption: 'Minha agora' });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  type Attempt = (other: Client, id: string) => Promise<{ status: number }>;
  const attempts: [string, Attempt][] = [
    ['read', (other, id) => other.get(`/scheduled/${id}`)],
    ['edited', (other, id) => other.put(`/scheduled/${id}`, form)],
    ['deleted', (other, id) => other.delete(`/scheduled/${id}`)],
    [
      'scheduled',
      (other, id) => other.put(`/schedule/draft/${id}/schedule`, { scheduledTime: soon }),
    ],
    ['published', (other, id) => other.post('/schedule/force-publish', { postId: id })],
  ];
  test.each(attempts)('is not found to be %s', async (_what, attempt) => {
    const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    const posts = [await aDraft(owner), await aScheduledPost(world, owner)];
    for (const { _id } of posts) {
      const before = await owner.get(`/scheduled/${_id}`);
      expect(await attempt(other, _id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(await owner.get(`/scheduled/${_id}`)).toEqual(before);
    }
  });

  test('is not confirmed for an account', async () => {
    const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    const post = await aScheduledPost(world, owner);
    const { db } = world.database;
    await sql`insert into instagram_accounts (ig_user_id, username) values ('1', 'antiga')`.execute(
      db,
    );
    await sql`update posts set target_ig_user_id = '1' where id = ${post._id}`.execute(db);
    const confirm = (client: Client) =>
      client.post('/schedule/confirm-account', { postIds: [post._id] });
    expect(dataOf(await confirm(other))).toEqual({ confirmed: 0 });
    expect(dataOf(await confirm(owner))).toEqual({ confirmed: 1 });
  });
});
