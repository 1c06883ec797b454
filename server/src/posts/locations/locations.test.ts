import type { SavedLocation } from '@pontual/contract/posts/locations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aUser, dataOf, type Client } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
});

const listLocations = async (owner = client) =>
  dataOf(await owner.get<{ locations: SavedLocation[] }>('/locations')).locations;
const names = async () => (await listLocations()).map(({ name }) => name);
const save = async (id: number, name: string, more: object = {}) => {
  await world.advanceTime(1000);
  return client.post<{ locations: SavedLocation[] }>('/locations', {
    id: String(id),
    name,
    ...more,
  });
};

test('favourites come first by name, then the other locations by last use', async () => {
  await save(1, 'Recife');
  await save(2, 'Olinda', { isFavourite: true });
  await save(3, 'Caruaru', { isFavourite: true, address: 'PE' });
  await save(4, 'Natal');
  await save(1, 'Recife');
  expect(await names()).toEqual(['Caruaru', 'Olinda', 'Recife', 'Natal']);
  await save(3, 'Caruaru');
  expect((await listLocations())[0]).toEqual({
    id: '3',
    name: 'Caruaru',
    address: 'PE',
    isFavourite: true,
  });
  await save(3, 'Caruaru', { isFavourite: false });
  expect(await names()).toEqual(['Olinda', 'Caruaru', 'Recife', 'Natal']);
  expect(await listLocations(await aUser(world))).toEqual([]);
});

test('twenty locations that are no favourites are stored', async () => {
  for (let used = 1; used <= 23; used += 1) await save(used, `Lugar ${used}`);
  expect(await names()).toHaveLength(20);
  expect((await names())[0]).toBe('Lugar 23');
});

test('a fifty-first favourite is refused', async () => {
  for (let index = 1; index <= 50; index += 1)
    await save(index, `L${index}`, { isFavourite: true });
  expect(await save(51, 'L51', { isFavourite: true })).toMatchObject({
    status: 409,
    body: { code: 'LOCATIONS_FULL' },
  });
  expect(await names()).not.toContain('L51');
});

test('a location that is not from Instagram is refused', async () => {
  const refused = await client.post('/locations', { id: 'x1', name: 'Recife' });
  expect(refused.status).toBe(400);
});
