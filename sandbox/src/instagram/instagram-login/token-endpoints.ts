import { INSTAGRAM_APP } from '../app-credentials.ts';
import type { InstagramContext } from '../context.ts';
import type { GraphCall, GraphEndpoint, SignedCall } from '../graph-endpoint.ts';
import { GraphError, createParameterError } from '../graph-error.ts';
import { requireParam } from '../graph-params.ts';
import { DAY, HOUR } from '../graph-time.ts';
import type { Token } from '../login-records.ts';
import { getLifetimeSeconds, LIFETIME, requireScope } from '../tokens.ts';
import { answerIn, scopedIdOf } from './profile.ts';

// TypeScript does not know this function of JavaScript yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

const SHORT_LIFETIME = HOUR;
const MIN_REFRESH_AGE = DAY;

/** For the host that only exchanges codes. */
export function codeEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: '/oauth/access_token',
      step: 'oauth',
      params: ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code'],
      access: 'open',
      handle: (call) => exchangeCode(context, call),
    },
  ];
}

export function tokenEndpoints(context: InstagramContext): GraphEndpoint[] {
  const endpoint = {
    method: 'GET',
    step: 'oauth',
    extraStep: 'permissions',
    access: 'token',
  } as const;
  return [
    {
      ...endpoint,
      path: '/access_token',
      params: ['grant_type', 'client_id', 'client_secret'],
      handle: (call: SignedCall) => exchangeToken(context, call),
    },
    {
      ...endpoint,
      path: '/refresh_access_token',
      params: ['grant_type'],
      handle: (call: SignedCall) => refreshToken(context, call),
    },
  ];
}

function exchangeCode(context: InstagramContext, { params }: GraphCall): Record<string, unknown> {
  const { codes, accounts } = context.records;
  if (requireParam(params, 'client_id') !== INSTAGRAM_APP.id) {
    throw new GraphError('101/platform-app');
  }
  requireSecret(params);
  if (requireParam(params, 'grant_type') !== 'authorization_code') {
    throw createParameterError('Invalid grant_type');
  }
  const code = codes.get(requireParam(params, 'code'));
  const account = code && accounts.get(code.userId);
  if (!account) throw createParameterError('Invalid authorization code');
  if (code.used) throw new GraphError('100/36009');
  if (code.redirectUri !== requireParam(params, 'redirect_uri')) throw new GraphError('100/36008');
  if (code.createdAt + LIFETIME.code <= context.clock.now()) throw new GraphError('100/36007');
  codes.put({ ...code, used: true });
  const token = issueToken(context, code, SHORT_LIFETIME);
  const isList = context.settings.current().instagramAnswers === 'lists';
  const userId = scopedIdOf(account);
  return answerIn(context, {
    access_token: token.id,
    // The real API sends a number, which JavaScript cannot read exactly.
    user_id: isList ? userId : rawJSON(userId),
    permissions: isList ? token.scopes.join(',') : token.scopes,
  });
}

function exchangeToken(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  requireGrantType(call, 'ig_exchange_token');
  requireSecret(call.params);
  if (!isShortLived(call.token)) throw unsupportedRequest(call);
  return toResponse(issueToken(context, call.token, LIFETIME.long));
}

/** The old token remains valid until its own end. */
function refreshToken(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const { token } = call;
  requireGrantType(call, 'ig_refresh_token');
  requireScope(token, 'instagram_basic');
  const isTooYoung = token.issuedAt + MIN_REFRESH_AGE > context.clock.now();
  if (isShortLived(token) || isTooYoung) throw unsupportedRequest(call);
  return toResponse(issueToken(context, token, LIFETIME.long));
}

const isShortLived = ({ expiresAt, issuedAt }: Token): boolean =>
  (expiresAt ?? Infinity) - issuedAt <= SHORT_LIFETIME;

function requireSecret(params: Record<string, string>): void {
  if (requireParam(params, 'client_secret') !== INSTAGRAM_APP.secret) {
    throw new GraphError('1/client-secret');
  }
}

function requireGrantType(call: SignedCall, grantType: string): void {
  if (call.params['grant_type'] !== grantType) throw unsupportedRequest(call);
}

export const unsupportedRequest = ({ method }: Pick<GraphCall, 'method'>): GraphError =>
  new GraphError('100/unsupported', { method: method.toLowerCase() });

/** The lifetime is in ms. */
function issueToken(
  { clock, ids, records }: InstagramContext,
  { userId, scopes }: Pick<Token, 'userId' | 'scopes'>,
  lifetime: number,
): Token {
  const now = clock.now();
  const token: Token = {
    id: ids.secret('IGAA'),
    type: 'INSTAGRAM',
    userId,
    pageId: null,
    parent: null,
    scopes,
    issuedAt: now,
    expiresAt: now + lifetime,
    // Only Facebook ends the access to data before the token.
    dataAccessExpiresAt: now + lifetime,
    errorSubcode: null,
  };
  records.tokens.put(token);
  return token;
}

const toResponse = (token: Token): Record<string, unknown> => ({
  access_token: token.id,
  token_type: 'bearer',
  expires_in: getLifetimeSeconds(token),
});
