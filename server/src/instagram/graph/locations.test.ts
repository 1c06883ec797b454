import type { LocationResult } from '@pontual/contract/instagram/instagram.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { aConnectedUser, aUser, connect, dataOf, type Client } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
});
afterEach(() => fetch(`${world.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));
afterAll(() => world.stop());

const search = (q: string, by = client) =>
  by.get<{ locations: LocationResult[]; allowed: boolean }>(
    `/instagram/locations?q=${encodeURIComponent(q)}`,
  );

test('locations are returned with name and address', async () => {
  expect(dataOf(await search(' Alto da Sé '))).toEqual({
    allowed: true,
    locations: [
      { id: '213000000000011', name: 'Alto da Sé', address: 'Rua Bispo Coutinho, Olinda, PE' },
    ],
  });
});

test('a location without coordinates is left out', async () => {
  expect(dataOf(await search('Marca sem endereço'))).toEqual({ allowed: true, locations: [] });
});

test('the search is not allowed without an account', async () => {
  expect(dataOf(await search('Recife', await aUser(world)))).toEqual({
    allowed: false,
    locations: [],
  });
});

test('the search reports an account without the permission', async () => {
  const other = await aUser(world);
  await connect(world, other, 'cafe.serra');
  expect(dataOf(await search('Recife', other))).toEqual({ allowed: false, locations: [] });
});

test.each(['3', '10', '200'])('error %s is reported as a missing permission', async (code) => {
  await world.sandbox.fault('search', code);
  expect(dataOf(await search('Recife'))).toEqual({ allowed: false, locations: [] });
});

test.each(['2', '100', '190/460', '100/33', 'reset-before-commit'])(
  'a failed search can be retried after %s',
  async (fault) => {
    await world.sandbox.fault('search', fault);
    expect(await search('Recife')).toMatchObject({
      status: 502,
      body: {
        code: 'LOCATIONS_UNAVAILABLE',
        message: 'Não foi possível buscar locais no Instagram agora. Tente de novo em instantes.',
      },
    });
    expect(dataOf(await search('Recife')).allowed).toBe(true);
  },
);

test('no search is sent while Instagram throttles the app', async () => {
  await world.sandbox.fault('search', '4');
  expect((await search('Recife')).status).toBe(502);
  const before = (await world.sandbox.calls()).length;
  expect((await search('Recife')).status).toBe(502);
  expect(await world.sandbox.calls()).toHaveLength(before);
  await world.advanceTime(6 * 60_000);
  expect(dataOf(await search('Recife')).allowed).toBe(true);
});

test('a search that is refused with 100 for ten minutes is asked for again after a day', async () => {
  await world.sandbox.fault('search', '100', { times: 3 });
  for (let n = 0; n < 2; n += 1) {
    expect((await search('Recife')).status).toBe(502);
    await world.advanceTime(5 * 60_000);
  }
  expect(dataOf(await search('Olinda')).allowed).toBe(false);
  const before = (await world.sandbox.calls()).length;
  expect(dataOf(await search('Recife')).allowed).toBe(false);
  expect(await world.sandbox.calls()).toHaveLength(before);
  await world.advanceTime(24 * 3_600_000);
  expect(dataOf(await search('Recife')).allowed).toBe(true);
});

test.each([
  ['a day apart', 'Olinda', 24 * 60],
  ['for one term', 'Recife', 5],
])('refusals with 100 %s do not end the search', async (_when, second, minutes) => {
  await world.sandbox.fault('search', '100', { times: 3 });
  for (const term of ['Recife', second, second]) {
    expect((await search(term)).status).toBe(502);
    await world.advanceTime(minutes * 60_000);
  }
  expect(dataOf(await search('Recife')).allowed).toBe(true);
});

test.each(['', 'a', ' a ', 'a'.repeat(101)])('the search term “%s” is refused', async (q) => {
  expect(await search(q)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
});

test('calls Instagram exactly once, with the token of the owner', async () => {
  const before = (await world.sandbox.calls()).length;
  await search('Olinda');
  const calls = (await world.sandbox.calls()).slice(before);
  expect(calls).toMatchObject([
    { method: 'GET', params: { q: 'Olinda', fields: 'name,location' }, status: 200 },
  ]);
});
