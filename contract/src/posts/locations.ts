import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { isLocationId } from '../instagram/instagram.ts';
import { oneLine, text } from '../shared/text-fields.ts';

/** Per workspace. */
export const FAVOURITE_LOCATIONS_MAX = 50;

const savedLocation = z.object({
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  isFavourite: z.boolean(),
});
export type SavedLocation = z.output<typeof savedLocation>;

const locationId = text().check(z.refine(isLocationId, 'Localização inválida'));
const locationText = (what: string) =>
  z.string().check(oneLine, z.minLength(1, what), z.maxLength(200, 'Nome do local longo demais'));

export const listLocations = endpoint({
  method: 'GET',
  path: '/places',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Places of the workspace: favourites by name, then those used last.',
  data: z.object({ places: z.array(savedLocation) }),
});

export const saveLocation = endpoint({
  method: 'POST',
  path: '/places',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary: 'Notes a place as used, and as a favourite or not where that is said. 409 PLACES_FULL.',
  body: z.strictObject({
    id: locationId,
    name: locationText('Nome do local é obrigatório'),
    address: z.optional(z.nullable(z.string().check(oneLine, z.maxLength(300)))),
    isFavourite: z.optional(z.boolean()),
  }),
  data: z.object({ places: z.array(savedLocation) }),
});
