import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aUser, request } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const entriesOf = (userId: string) =>
  world.services.platform.database.db
    .selectFrom('access_log')
    .select(['event', 'address', 'port'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();

test('records when and from where a user used the application, but not each request', async () => {
  const { user, token } = await aUser(world);
  const use = () => request(world, 'GET', '/auth/me', { token });
  await use();
  await world.advanceTime(6 * MINUTE);
  await use();
  await use();
  await request(world, 'POST', '/auth/logout', { token });
  const entries = await entriesOf(user._id);
  expect(entries.map(({ event }) => event)).toEqual([
    'registered',
    'logged_in',
    'used',
    'logged_out',
  ]);
  for (const { address, port } of entries) {
    expect(address).toBe('127.0.0.1');
    expect(port).toBeGreaterThan(0);
  }
});

test('ignores the header of a proxy that is not configured', async () => {
  const { user, token } = await aUser(world);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  await request(world, 'POST', '/auth/logout', { token, headers });
  expect(await entriesOf(user._id)).toContainEqual(
    expect.objectContaining({ event: 'logged_out', address: '127.0.0.1' }),
  );
});

test('is deleted also when another clean-up task fails', async () => {
  const { db } = world.database;
  const { user } = await aUser(world);
  await world.advanceTime(190 * DAY);
  await sql`alter table notifications rename to lost`.execute(db);
  await expect(world.services.deleteExpired()).rejects.toThrow('the cleaning failed in part');
  await sql`alter table lost rename to notifications`.execute(db);
  expect(await entriesOf(user._id)).toEqual([]);
});

test('is stored for six months', async () => {
  const { user } = await aUser(world);
  await world.advanceTime(179 * DAY);
  await world.services.deleteExpired();
  expect(await entriesOf(user._id)).not.toEqual([]);
  await world.advanceTime(6 * DAY);
  await world.services.deleteExpired();
  expect(await entriesOf(user._id)).toEqual([]);
});
