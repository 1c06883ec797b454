import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { isLocationId } from '../instagram/instagram.ts';
import { oneLine, text } from '../shared/text-fields.ts';

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
  oneLine().check(z.minLength(1, what), z.maxLength(200, 'Nome do local longo demais'));

export const listLocations = endpoint({
  method: 'GET',
  path: '/locations',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns the saved locations of the workspace: favourites by name, then the others by last use.',
  data: z.object({ locations: z.array(savedLocation) }),
});

export const saveLocation = endpoint({
  method: 'POST',
  path: '/locations',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Saves a location as used, sets or clears its favourite mark when isFavourite is given, and returns the saved locations. 409 LOCATIONS_FULL.',
  body: z.strictObject({
    id: locationId,
    name: locationText('Nome do local é obrigatório'),
    address: z.optional(z.nullable(oneLine().check(z.maxLength(300)))),
    isFavourite: z.optional(z.boolean()),
  }),
  data: z.object({ locations: z.array(savedLocation) }),
});
