import { parseFields, project, type NodeType } from './fields.ts';
import { mayFindPlaces } from './account-sentinels.ts';
import type { GraphEndpoint } from './graph-endpoint.ts';
import { GraphError, parameterError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { paged, PAGING_PARAMS } from './paging.ts';
import { requireScope } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

type Place = {
  id: string;
  name: string;
  /** Only of some pages. */
  street?: string;
  city: string;
  state: string;
  at: readonly [number, number] | null;
};

const PLACES: readonly Place[] = [
  {
    id: '213000000000001',
    name: 'Avenida Paulista',
    city: 'São Paulo',
    state: 'SP',
    at: [-23.5614, -46.6559],
  },
  {
    id: '213000000000002',
    name: 'Mercado Municipal',
    street: 'Rua da Cantareira, 306',
    city: 'São Paulo',
    state: 'SP',
    at: [-23.5417, -46.6296],
  },
  {
    id: '213000000000003',
    name: 'Pelourinho',
    city: 'Salvador',
    state: 'BA',
    at: [-12.9718, -38.5089],
  },
  {
    id: '213000000000004',
    name: 'Praia de Copacabana',
    city: 'Rio de Janeiro',
    state: 'RJ',
    at: [-22.9711, -43.1822],
  },
  {
    id: '213000000000005',
    name: 'Savassi',
    city: 'Belo Horizonte',
    state: 'MG',
    at: [-19.9386, -43.9346],
  },
  { id: '213000000000006', name: 'Cunha', city: 'Cunha', state: 'SP', at: [-23.0744, -44.9597] },
  {
    id: '213000000000007',
    name: 'Marco Zero',
    street: 'Praça Rio Branco',
    city: 'Recife',
    state: 'PE',
    at: [-8.0631, -34.8711],
  },
  { id: '213000000000008', name: 'Recife', city: 'Recife', state: 'PE', at: [-8.0539, -34.8811] },
  { id: '213000000000010', name: 'Olinda', city: 'Olinda', state: 'PE', at: [-8.0089, -34.8553] },
  {
    id: '213000000000011',
    name: 'Alto da Sé',
    street: 'Rua Bispo Coutinho',
    city: 'Olinda',
    state: 'PE',
    at: [-8.0121, -34.8493],
  },
  { id: '213000000000009', name: 'Marca sem endereço', city: '', state: '', at: null },
];

const placeNode: NodeType<Place> = {
  name: 'Page',
  defaults: ['id', 'name'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    link: ({ id }) => `https://www.facebook.com/${id}`,
    location: ({ at, street, city, state }) =>
      at
        ? { street, city, state, country: 'Brazil', latitude: at[0], longitude: at[1] }
        : undefined,
  },
};

/** The search for pages that may be used as a location. */
export function placeEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/pages/search',
      step: 'search',
      params: ['q', 'fields', ...PAGING_PARAMS],
      access: 'token',
      answer: (call) => {
        requireScope(call.token, 'pages_read_engagement');
        if (!mayFindPlaces(world, call.token.personId)) throw new GraphError('10/feature');
        const query = plain(requireParam(call.params, 'q'));
        const fields = parseFields(call.params['fields']);
        const found = PLACES.filter(({ name, city }) => plain(`${name} ${city}`).includes(query));
        return paged(call, world.url(), found, (place) => project(placeNode, place, fields));
      },
    },
  ];
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Refuses what cannot be a location. Unlisted ids are taken for pages with coordinates, because a
 * post may name any place in the world.
 */
export function readLocation({ records }: InstagramWorld, id: string): string {
  const isPlaceless = PLACES.some((place) => place.id === id && !place.at);
  if (!/^\d{1,20}$/.test(id) || isPlaceless || records.pages.get(id)) {
    throw parameterError('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID');
  }
  return id;
}
