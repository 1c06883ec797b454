import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connect, errorOf, graph, type GraphAnswer } from '../testing/graph-client.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const search = (params: Record<string, string>, token = studio.userToken): Promise<GraphAnswer> =>
  graph(studio.sandbox, 'GET', '/pages/search', { ...params, access_token: token });

const pages = z.object({
  data: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      link: z.url(),
      location: z.looseObject({ latitude: z.number(), longitude: z.number() }).optional(),
    }),
  ),
});
const found = async (q: string) =>
  pages.parse((await search({ q, fields: 'name,location,link' })).body).data;

test('pages are found by their name and by their city, whatever the accents', async () => {
  expect((await found('RECIFE')).map(({ name }) => name)).toEqual(['Marco Zero', 'Recife']);
  expect((await found('alto da se')).map(({ name }) => name)).toEqual(['Alto da Sé']);
  expect(await found('nenhures')).toEqual([]);
});

test('a page without an address is found too, without coordinates', async () => {
  const [page] = await found('marca sem');
  expect(page).toMatchObject({ name: 'Marca sem endereço' });
  expect(page?.location).toBeUndefined();
});

test.each([
  ['without a text', { fields: 'name' }],
  ['with an unknown field', { q: 'Recife', fields: 'name,rating' }],
  ['with an unknown parameter', { q: 'Recife', type: 'place' }],
])('a search %s is refused', async (_case, params) => {
  expect(errorOf(await search(params))).toBe('100');
});

test('a search without a token is refused', async () => {
  const refused = await graph(studio.sandbox, 'GET', '/pages/search', { q: 'Recife' });
  expect(errorOf(refused)).toBe('104');
});

test('cafe.serra has no access to the feature', async () => {
  const { userToken } = await connect(studio.sandbox, 'cafe.serra');
  const refused = await search({ q: 'Recife' }, userToken);
  expect(refused.status).toBe(400);
  expect(errorOf(refused)).toBe('10');
});

test('a token without pages_read_engagement is refused', async () => {
  const scopes = 'instagram_basic,pages_show_list';
  const { userToken } = await connect(studio.sandbox, 'atelie.barro', scopes);
  expect(errorOf(await search({ q: 'Recife' }, userToken))).toBe('200');
});
