import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { isPlaceId } from './instagram.ts';
import { oneLine, text } from './typed-text.ts';

/** Of a workspace. */
export const FAVOURITES_MAX = 50;

const savedPlace = z.object({
  /** Of Instagram's. */
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  isFavourite: z.boolean(),
});
export type SavedPlace = z.output<typeof savedPlace>;

const placeId = text().check(z.refine(isPlaceId, 'Localização inválida'));
const placeText = (what: string) =>
  z.string().check(oneLine, z.minLength(1, what), z.maxLength(200, 'Nome do local longo demais'));

export const listPlaces = endpoint({
  method: 'GET',
  path: '/places',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Places of the workspace: favourites by name, then those used last.',
  data: z.object({ places: z.array(savedPlace) }),
});

export const keepPlace = endpoint({
  method: 'POST',
  path: '/places',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary: 'Notes a place as used, and as a favourite or not where that is said. 409 PLACES_FULL.',
  body: z.strictObject({
    id: placeId,
    name: placeText('Nome do local é obrigatório'),
    address: z.optional(z.nullable(z.string().check(oneLine, z.maxLength(300)))),
    isFavourite: z.optional(z.boolean()),
  }),
  data: z.object({ places: z.array(savedPlace) }),
});
