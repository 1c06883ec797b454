import { grantedPages, publishableAccounts } from './grants.ts';
import type { GraphCall, GraphEndpoint } from './graph-endpoint.ts';
import { GraphError, parameterError } from './graph-error.ts';
import { unixSeconds } from './graph-time.ts';
import { requireParam } from './graph-params.ts';
import { APP, APP_TOKEN } from './app-credentials.ts';
import { issueUserToken, LIFETIME, secondsToLive, tokenProblem, type Token } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

const PARAMETERS = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'code',
  'grant_type',
  'fb_exchange_token',
];

/** The token endpoint and the inspection of tokens. */
export function oauthEndpoints(world: InstagramWorld): GraphEndpoint[] {
  const exchange = {
    path: '/oauth/access_token',
    step: 'oauth',
    params: PARAMETERS,
    access: 'open',
    answer: (call: GraphCall) => answerExchange(world, call),
  } as const;
  return [
    { method: 'GET', ...exchange },
    { method: 'POST', ...exchange },
    {
      method: 'GET',
      path: '/debug_token',
      step: 'oauth',
      alsoStep: 'permissions',
      params: ['input_token'],
      access: 'open',
      answer: (call) => describeToken(world, call),
    },
  ];
}

function answerExchange(world: InstagramWorld, call: GraphCall): Record<string, unknown> {
  const { params } = call;
  if (requireParam(params, 'client_id') !== APP.id) throw new GraphError('101');
  if (requireParam(params, 'client_secret') !== APP.secret) {
    throw new GraphError('1/client-secret');
  }
  switch (params['grant_type']) {
    case undefined:
    case 'authorization_code':
      return asAnswer(exchangeCode(world, call));
    case 'fb_exchange_token':
      return asAnswer(prolong(world, call));
    case 'client_credentials':
      return { access_token: APP_TOKEN, token_type: 'bearer' };
    default:
      throw parameterError(`Unknown grant_type ${params['grant_type']}`);
  }
}

function asAnswer(token: Token): Record<string, unknown> {
  return { access_token: token.id, token_type: 'bearer', expires_in: secondsToLive(token) };
}

function exchangeCode(world: InstagramWorld, { params }: GraphCall): Token {
  const code = world.records.codes.get(requireParam(params, 'code'));
  if (!code) throw parameterError('Invalid verification code format.');
  if (code.used) throw new GraphError('100/36009');
  if (code.redirectUri !== requireParam(params, 'redirect_uri')) throw new GraphError('100/36008');
  if (code.createdAt + LIFETIME.code <= world.clock.now()) throw new GraphError('100/36007');
  world.records.codes.put({ ...code, used: true });
  return issueUserToken(world, code, LIFETIME.short);
}

/** Sixty days more, but the access to data ends when the login it came from says. */
function prolong(world: InstagramWorld, { params }: GraphCall): Token {
  const old = world.records.tokens.get(requireParam(params, 'fb_exchange_token'));
  if (!old || old.type !== 'USER') throw new GraphError('190');
  const problem = tokenProblem(world, old);
  if (problem) throw problem;
  return issueUserToken(world, old, LIFETIME.long);
}

function describeToken(
  world: InstagramWorld,
  { params, twist }: GraphCall,
): Record<string, unknown> {
  const caller = requireParam(params, 'access_token');
  if (caller !== APP_TOKEN && !world.records.tokens.get(caller)) throw new GraphError('190');
  const input = requireParam(params, 'input_token');
  if (input === APP_TOKEN) {
    return {
      data: { app_id: APP.id, type: 'APP', application: APP.name, is_valid: true, scopes: [] },
    };
  }
  const token = world.records.tokens.get(input);
  if (!token)
    return { data: { is_valid: false, error: new GraphError('190').members, scopes: [] } };
  const problem = tokenProblem(world, token)?.members;
  return {
    data: {
      app_id: APP.id,
      type: token.type,
      application: APP.name,
      data_access_expires_at: unixSeconds(token.dataAccessExpiresAt),
      expires_at: token.expiresAt === null ? 0 : unixSeconds(token.expiresAt),
      is_valid: problem === undefined,
      issued_at: unixSeconds(token.issuedAt),
      scopes: token.scopes,
      granular_scopes: granularScopes(world, token, { isTrimmed: twist === 'trimmed' }),
      user_id: token.personId,
      ...(token.pageId === null ? {} : { profile_id: token.pageId }),
      ...(problem
        ? {
            error: {
              code: problem['code'],
              message: problem['message'],
              subcode: problem['error_subcode'],
            },
          }
        : {}),
    },
  };
}

function granularScopes(
  { records }: InstagramWorld,
  token: Token,
  { isTrimmed }: { isTrimmed: boolean },
): unknown[] {
  const pages = isTrimmed ? [] : grantedPages(records, token.personId);
  const accounts = pages.flatMap(({ accountId }) => accountId ?? []);
  return token.scopes.flatMap((scope) => {
    if (scope === 'instagram_content_publish') {
      return { scope, target_ids: publishableAccounts(records, token.personId) };
    }
    if (scope.startsWith('instagram_')) return { scope, target_ids: accounts };
    return scope.startsWith('pages_') ? { scope, target_ids: pages.map(({ id }) => id) } : [];
  });
}
