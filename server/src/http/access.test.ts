import { api } from '@pontual/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConnectedUser, aScheduledPost, aUser, dataOf, request } from '../testing/factories.ts';
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
