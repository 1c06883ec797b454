import { parseFields, projectFields, type NodeType } from './fields.ts';
import { canSearchLocations } from './account-sentinels.ts';
import type { GraphEndpoint } from './graph-endpoint.ts';
import { GraphError, createParameterError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { paginate, PAGING_PARAMS } from './paging.ts';
import { requireScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

type InstagramLocation = {
  id: string;
  name: string;
  street?: string;
  city: string;
  state: string;
  coordinates: readonly [number, number] | null;
};

/** It is refused without the constant that names the location. */
const REFUSED_LOCATION = '213000000000012';

const LOCATIONS: readonly InstagramLocation[] = [
  {
    id: '213000000000001',
    name: 'Avenida Paulista',
    city: 'São Paulo',
    state: 'SP',
    coordinates: [-23.5614, -46.6559],
  },
  {
    id: '213000000000002',
    name: 'Mercado Municipal',
    street: 'Rua da Cantareira, 306',
    city: 'São Paulo',
    state: 'SP',
    coordinates: [-23.5417, -46.6296],
  },
  {
    id: '213000000000003',
    name: 'Pelourinho',
    city: 'Salvador',
    state: 'BA',
    coordinates: [-12.9718, -38.5089],
  },
  {
    id: '213000000000004',
    name: 'Praia de Copacabana',
    city: 'Rio de Janeiro',
    state: 'RJ',
    coordinates: [-22.9711, -43.1822],
  },
  {
    id: '213000000000005',
    name: 'Savassi',
    city: 'Belo Horizonte',
    state: 'MG',
    coordinates: [-19.9386, -43.9346],
  },
  {
    id: '213000000000006',
    name: 'Cunha',
    city: 'Cunha',
    state: 'SP',
    coordinates: [-23.0744, -44.9597],
  },
  {
    id: '213000000000007',
    name: 'Marco Zero',
    street: 'Praça Rio Branco',
    city: 'Recife',
    state: 'PE',
    coordinates: [-8.0631, -34.8711],
  },
  {
    id: '213000000000008',
    name: 'Recife',
    city: 'Recife',
    state: 'PE',
    coordinates: [-8.0539, -34.8811],
  },
  {
    id: '213000000000010',
    name: 'Olinda',
    city: 'Olinda',
    state: 'PE',
    coordinates: [-8.0089, -34.8553],
  },
  {
    id: '213000000000011',
    name: 'Alto da Sé',
    street: 'Rua Bispo Coutinho',
    city: 'Olinda',
    state: 'PE',
    coordinates: [-8.0121, -34.8493],
  },
  { id: '213000000000009', name: 'Marca sem endereço', city: '', state: '', coordinates: null },
  {
    id: REFUSED_LOCATION,
    name: 'Lugar recusado',
    city: '',
    state: '',
    coordinates: [-22.9, -47.06],
  },
];

const locationNode: NodeType<InstagramLocation> = {
  name: 'Page',
  defaults: ['id', 'name'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    link: ({ id }) => `https://www.facebook.com/${id}`,
    location: ({ coordinates, street, city, state }) =>
      coordinates
        ? {
            street,
            city,
            state,
            country: 'Brazil',
            latitude: coordinates[0],
            longitude: coordinates[1],
          }
        : undefined,
  },
};

export function locationEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/pages/search',
      step: 'search',
      params: ['q', 'fields', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => {
        requireScope(call.token, 'pages_read_engagement');
        if (!canSearchLocations(context, call.token.userId)) throw new GraphError('10/feature');
        const query = normalizeText(requireParam(call.params, 'q'));
        const fields = parseFields(call.params['fields']);
        const matches = LOCATIONS.filter(({ name, city }) =>
          normalizeText(`${name} ${city}`).includes(query),
        );
        return paginate(call, context.url(), matches, (location) =>
          projectFields(locationNode, location, fields),
        );
      },
    },
  ];
}

const normalizeText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Unknown ids count as pages with coordinates: a post may use any location.
 * @throws GraphError for an id that cannot be a location
 */
export function readLocation({ records }: InstagramContext, id: string): string {
  const hasNoCoordinates = LOCATIONS.some(
    (location) => location.id === id && !location.coordinates,
  );
  if (!/^\d{1,20}$/.test(id) || hasNoCoordinates || records.pages.get(id)) {
    throw createParameterError('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID');
  }
  if (id === REFUSED_LOCATION) throw createParameterError('Invalid parameter');
  return id;
}
