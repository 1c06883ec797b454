import * as z from 'zod/mini';
import { reauthentication } from '../identity/user.ts';
import { endpoint } from '../shared/endpoint.ts';
import { scopes } from '../shared/scopes.ts';
import { text } from '../shared/text-fields.ts';

/** The prefix by which people and secret scanners recognise an API token. */
export const API_TOKEN_PREFIX = 'pontual_pat_';
/** Per user. */
export const MAX_API_TOKENS = 20;
export const apiTokenDays = [30, 90, 365] as const;
const MAX_NAME = 60;

const apiToken = z.object({
  _id: z.string(),
  name: z.string(),
  workspace: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Accurate to a few minutes; null for a token that was never used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  isExpired: z.boolean(),
});
export type ApiToken = z.output<typeof apiToken>;

export const apiTokenRequest = z.extend(reauthentication, {
  name: text('Dê um nome ao token').check(
    z.trim(),
    z.minLength(1, 'Dê um nome ao token'),
    z.maxLength(MAX_NAME, `O nome deve ter no máximo ${MAX_NAME} caracteres`),
  ),
  scopes: z
    .array(z.enum(scopes, 'Permissão desconhecida'), 'Escolha pelo menos uma permissão')
    .check(
      z.minLength(1, 'Escolha pelo menos uma permissão'),
      z.maxLength(scopes.length, 'Escolha cada permissão uma vez'),
    ),
  days: z.literal(apiTokenDays, 'Escolha uma validade de 30, 90 ou 365 dias'),
});

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/account/tokens',
  access: 'user',
  role: 'self',
  summary: 'Returns the API tokens of the caller, newest first, without their secrets.',
  data: z.object({ tokens: z.array(apiToken) }),
});

export const createApiToken = endpoint({
  method: 'POST',
  path: '/account/tokens',
  access: 'user',
  role: 'view',
  summary:
    'Creates an API token and returns its secret, which is not shown again. 403 WRONG_PASSWORD, SIGN_IN_AGAIN or EMAIL_NOT_VERIFIED, 409 TOKENS_FULL.',
  status: 201,
  body: apiTokenRequest,
  data: z.object({ token: apiToken, secret: z.string() }),
});

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/account/tokens/:id',
  access: 'user',
  role: 'self',
  summary: 'Revokes an API token of the caller at once. 404 NOT_FOUND when it does not exist.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});
