import { grantedPages, publishableAccounts } from './grants.ts';
import type { GraphCall, GraphEndpoint } from './graph-endpoint.ts';
import { GraphError, createParameterError } from './graph-error.ts';
import { unixSeconds } from './graph-time.ts';
import { requireParam } from './graph-params.ts';
import { APP, APP_TOKEN } from './app-credentials.ts';
import { issueUserToken, LIFETIME, getLifetimeSeconds, findTokenError } from './tokens.ts';
import type { Token } from './login-records.ts';
import type { InstagramContext } from './context.ts';

const PARAMETERS = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'code',
  'grant_type',
  'fb_exchange_token',
];

export function oauthEndpoints(context: InstagramContext): GraphEndpoint[] {
  const exchange = {
    path: '/oauth/access_token',
    step: 'oauth',
    params: PARAMETERS,
    access: 'open',
    handle: (call: GraphCall) => handleTokenRequest(context, call),
  } as const;
  return [
    { method: 'GET', ...exchange },
    { method: 'POST', ...exchange },
    {
      method: 'GET',
      path: '/debug_token',
      step: 'oauth',
      extraStep: 'permissions',
      params: ['input_token'],
      access: 'open',
      handle: (call) => describeToken(context, call),
    },
  ];
}

function handleTokenRequest(context: InstagramContext, call: GraphCall): Record<string, unknown> {
  const { params } = call;
  if (requireParam(params, 'client_id') !== APP.id) throw new GraphError('101');
  if (requireParam(params, 'client_secret') !== APP.secret) {
    throw new GraphError('1/client-secret');
  }
  switch (params['grant_type']) {
    case undefined:
    case 'authorization_code':
      return toTokenResponse(exchangeCode(context, call));
    case 'fb_exchange_token':
      return toTokenResponse(extendToken(context, call));
    case 'client_credentials':
      return { access_token: APP_TOKEN, token_type: 'bearer' };
    default:
      throw createParameterError(`Unknown grant_type ${params['grant_type']}`);
  }
}

function toTokenResponse(token: Token): Record<string, unknown> {
  return { access_token: token.id, token_type: 'bearer', expires_in: getLifetimeSeconds(token) };
}

function exchangeCode(context: InstagramContext, { params }: GraphCall): Token {
  const code = context.records.codes.get(requireParam(params, 'code'));
  if (!code || !context.records.facebookUsers.get(code.userId)) {
    throw createParameterError('Invalid verification code format.');
  }
  if (code.used) throw new GraphError('100/36009');
  if (code.redirectUri !== requireParam(params, 'redirect_uri')) throw new GraphError('100/36008');
  if (code.createdAt + LIFETIME.code <= context.clock.now()) throw new GraphError('100/36007');
  context.records.codes.put({ ...code, used: true });
  return issueUserToken(context, code, LIFETIME.short);
}

/** Extends by sixty days, but the data access still ends as the original login determines. */
function extendToken(context: InstagramContext, { params }: GraphCall): Token {
  const old = context.records.tokens.get(requireParam(params, 'fb_exchange_token'));
  if (!old || old.type !== 'USER') throw new GraphError('190');
  const tokenError = findTokenError(context, old);
  if (tokenError) throw tokenError;
  return issueUserToken(context, old, LIFETIME.long);
}

function describeToken(
  context: InstagramContext,
  { params, variant }: GraphCall,
): Record<string, unknown> {
  const caller = requireParam(params, 'access_token');
  if (caller !== APP_TOKEN && !context.records.tokens.get(caller)) throw new GraphError('190');
  const input = requireParam(params, 'input_token');
  if (input === APP_TOKEN) {
    return {
      data: { app_id: APP.id, type: 'APP', application: APP.name, is_valid: true, scopes: [] },
    };
  }
  const token = context.records.tokens.get(input);
  if (!token || token.type === 'INSTAGRAM')
    return { data: { is_valid: false, error: new GraphError('190').members, scopes: [] } };
  const tokenError =
    variant === 'invalid'
      ? new GraphError('190/467').members
      : findTokenError(context, token)?.members;
  return {
    data: {
      app_id: APP.id,
      type: token.type,
      application: APP.name,
      data_access_expires_at: unixSeconds(token.dataAccessExpiresAt),
      expires_at: token.expiresAt === null ? 0 : unixSeconds(token.expiresAt),
      is_valid: tokenError === undefined,
      issued_at: unixSeconds(token.issuedAt),
      scopes: token.scopes,
      granular_scopes: granularScopes(context, token, { isTrimmed: variant === 'trimmed' }),
      user_id: token.userId,
      ...(token.pageId === null ? {} : { profile_id: token.pageId }),
      ...(tokenError
        ? {
            error: {
              code: tokenError['code'],
              message: tokenError['message'],
              subcode: tokenError['error_subcode'],
            },
          }
        : {}),
    },
  };
}

function granularScopes(
  { records }: InstagramContext,
  token: Token,
  { isTrimmed }: { isTrimmed: boolean },
): unknown[] {
  const pages = isTrimmed ? [] : grantedPages(records, token.userId);
  const accounts = pages.flatMap(({ accountId }) => accountId ?? []);
  return token.scopes.flatMap((scope) => {
    if (scope === 'instagram_content_publish') {
      return { scope, target_ids: publishableAccounts(records, token.userId) };
    }
    if (scope.startsWith('instagram_')) return { scope, target_ids: accounts };
    return scope.startsWith('pages_') ? { scope, target_ids: pages.map(({ id }) => id) } : [];
  });
}
