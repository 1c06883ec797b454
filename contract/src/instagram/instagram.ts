import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { oneLine, text } from '../shared/text-fields.ts';

/** Through a Facebook page, or with the account itself. */
const instagramLogins = ['facebook', 'instagram'] as const;
export const instagramLogin = z.enum(instagramLogins, 'Diga com que login');
export type InstagramLogin = z.output<typeof instagramLogin>;

export const instagramAccountId = text('Conta do Instagram inválida').check(
  z.regex(/^[\w.-]{1,64}$/, 'Conta do Instagram inválida'),
);

export const getInstagramAuthUrl = endpoint({
  method: 'GET',
  path: '/auth/instagram-url',
  access: 'user',
  role: 'own',
  summary:
    'Returns the authorisation URL for an Instagram account; with another=true the account is added to those already connected; with login=instagram no Facebook page is needed. Without login, the login of the given account is repeated, or of the first one, or else needs a page. 403 ACCOUNT_LIMIT when the plan allows no more accounts, 404 INSTAGRAM_LOGIN_UNAVAILABLE when this server does not offer that login.',
  query: z.strictObject({
    another: z._default(z.enum(['true', 'false'], 'Diga se é mais uma conta'), 'false'),
    again: z._default(z.enum(['true', 'false'], 'Diga se é para pedir de novo'), 'false'),
    login: z.optional(instagramLogin),
    account: z.optional(instagramAccountId),
  }),
  data: z.object({ authUrl: z.string() }),
});

const instagramAccount = z.object({
  instagramAccountId: z.string(),
  username: z.string(),
  /** With which the owner connected it. */
  login: instagramLogin,
  connectedAt: z.iso.datetime(),
  profilePicture: z.nullable(z.string()),
  /** The account publishes nothing until its owner authorises it again. */
  needsReconnect: z.boolean(),
  /** Whether the plan allows new posts on this account. */
  included: z.boolean(),
});
export type InstagramAccount = z.output<typeof instagramAccount>;

export const listInstagramAccounts = endpoint({
  method: 'GET',
  path: '/instagram/accounts',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns the connected Instagram accounts; the first is the default of requests that name none.',
  data: z.object({
    accounts: z.array(instagramAccount),
    limit: z.int(),
  }),
});

const offeredAccount = z.object({
  instagramAccountId: z.string(),
  username: z.string(),
  pageName: z.string(),
  /** A data URL; null when the account has no picture. */
  picture: z.nullable(z.string()),
  isConnected: z.boolean(),
  /** Why this login cannot publish to the account, which makes it unselectable. */
  refusal: z.nullable(
    z.enum(['missing_publish', 'missing_account', 'cannot_publish', 'personal_account']),
  ),
});
export type OfferedAccount = z.output<typeof offeredAccount>;

export const readAccountChoice = endpoint({
  method: 'GET',
  path: '/auth/instagram/choice',
  access: 'user',
  role: 'own',
  summary:
    'Returns the Instagram accounts that a login granted, when it granted several, to the browser that started it. 410 INSTAGRAM_CHOICE_EXPIRED after the choice or after ten minutes.',
  data: z.object({
    accounts: z.array(offeredAccount),
    login: instagramLogin,
    /** The login was started to connect an additional account. */
    adds: z.boolean(),
    /** How many accounts may be selected. */
    room: z.int(),
    /** The connected account that a selection replaces, as this login did not grant it; null for none. */
    replaces: z.nullable(z.string()),
    /** That account was connected by another Facebook profile than that of this login. */
    isAnotherPerson: z.boolean(),
  }),
});

const MAX_CHOSEN = 50;

export const chooseInstagramAccounts = endpoint({
  method: 'POST',
  path: '/auth/instagram/choice',
  access: 'user',
  role: 'own',
  summary: 'Connects the chosen Instagram accounts of a login that granted several.',
  body: z.strictObject({
    accounts: z
      .array(instagramAccountId, 'Escolha uma conta')
      .check(z.minLength(1, 'Escolha uma conta'), z.maxLength(MAX_CHOSEN, 'Escolha menos contas')),
  }),
  data: z.null(),
});

export const cancelAccountChoice = endpoint({
  method: 'DELETE',
  path: '/auth/instagram/choice',
  access: 'user',
  role: 'own',
  summary: 'Cancels the choice and deletes the granted Instagram accounts and their tokens.',
  data: z.null(),
});

const locationResult = z.object({
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
});
export type LocationResult = z.output<typeof locationResult>;

export const MIN_LOCATION_QUERY = 2;
const MAX_LOCATION_QUERY = 100;

export const searchLocations = endpoint({
  method: 'GET',
  path: '/instagram/locations',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Searches locations by a part of their name and returns them by relevance; allowed is false when the Instagram account may not search.',
  query: z.strictObject({
    q: oneLine('Diga que local procurar').check(
      z.minLength(MIN_LOCATION_QUERY, `Digite pelo menos ${MIN_LOCATION_QUERY} letras do local`),
      z.maxLength(
        MAX_LOCATION_QUERY,
        `O nome do local deve ter no máximo ${MAX_LOCATION_QUERY} letras`,
      ),
    ),
  }),
  data: z.object({
    locations: z.array(locationResult),
    /** False without a connected account, or when its app may not search for locations. */
    allowed: z.boolean(),
  }),
});

/** Returns the username in lower case without `@`; null if it is not valid. */
export function parseUsername(text: string): string | null {
  const name = text.trim().replace(/^@/, '').toLowerCase();
  return /^[a-z0-9_.]{1,30}$/.test(name) ? name : null;
}

export const isLocationId = (text: string): boolean => /^\d{1,25}$/.test(text);

export const disconnectInstagram = endpoint({
  method: 'POST',
  path: '/auth/instagram/disconnect',
  access: 'user',
  role: 'own',
  summary:
    'Disconnects an Instagram account and deletes its tokens; the default is the first account.',
  query: z.strictObject({ account: z.optional(instagramAccountId) }),
  data: z.null(),
});
