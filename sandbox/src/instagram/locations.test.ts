import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  connectAccount,
  getErrorKey,
  callGraph,
  type GraphResponse,
} from '../../testing/graph-client.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

let fixture: PublishingFixture;

beforeAll(async () => {
  fixture = await openPublishingFixture();
});
afterAll(() => fixture.close());

const searchLocations = (
  params: Record<string, string>,
  token = fixture.userToken,
): Promise<GraphResponse> =>
  callGraph(fixture.sandbox, 'GET', '/pages/search', { ...params, access_token: token });

const pagesSchema = z.object({
  data: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      link: z.url(),
      location: z.looseObject({ latitude: z.number(), longitude: z.number() }).optional(),
    }),
  ),
});
const findNames = async (q: string) =>
  pagesSchema.parse((await searchLocations({ q, fields: 'name,location,link' })).body).data;

test('pages are found by name and by city, independent of accents', async () => {
  expect((await findNames('RECIFE')).map(({ name }) => name)).toEqual(['Marco Zero', 'Recife']);
  expect((await findNames('alto da se')).map(({ name }) => name)).toEqual(['Alto da Sé']);
  expect(await findNames('nenhures')).toEqual([]);
});

test('a page without an address is found, too, without coordinates', async () => {
  const [page] = await findNames('marca sem');
  expect(page).toMatchObject({ name: 'Marca sem endereço' });
  expect(page?.location).toBeUndefined();
});

test.each([
  ['without a text', { fields: 'name' }],
  ['with an unknown field', { q: 'Recife', fields: 'name,rating' }],
  ['with an unknown parameter', { q: 'Recife', type: 'place' }],
])('a search %s is refused', async (_case, params) => {
  expect(getErrorKey(await searchLocations(params))).toBe('100');
});

test('a search without a token is refused', async () => {
  const refused = await callGraph(fixture.sandbox, 'GET', '/pages/search', { q: 'Recife' });
  expect(getErrorKey(refused)).toBe('104');
});

test('cafe.serra has no access to the feature', async () => {
  const { userToken } = await connectAccount(fixture.sandbox, 'cafe.serra');
  const refused = await searchLocations({ q: 'Recife' }, userToken);
  expect(refused.status).toBe(400);
  expect(getErrorKey(refused)).toBe('10');
});

test('a token without pages_read_engagement is refused', async () => {
  const scopes = 'instagram_basic,pages_show_list';
  const { userToken } = await connectAccount(fixture.sandbox, 'atelie.barro', scopes);
  expect(getErrorKey(await searchLocations({ q: 'Recife' }, userToken))).toBe('200');
});
