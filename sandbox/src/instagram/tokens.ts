import { GraphError } from './graph-error.ts';
import { DAY, graphTimestamp, HOUR, unixSeconds } from './graph-time.ts';
import { getMaxTokenLifetime } from './account-sentinels.ts';
import { APP, INSTAGRAM_APP } from './app-credentials.ts';
import { instagramScopeOf } from './instagram-login/scopes.ts';
import type { Token } from './login-records.ts';
import type { Scope } from './scopes.ts';
import type { InstagramContext } from './context.ts';

export const LIFETIME = { code: HOUR, short: 2 * HOUR, long: 60 * DAY, dataAccess: 90 * DAY };

/** The lifetime is in ms. With `dataAccessExpiresAt` the token belongs to an earlier login. */
export function issueUserToken(
  context: InstagramContext,
  owner: { userId: string; scopes: string[]; dataAccessExpiresAt?: number },
  lifetime: number,
): Token {
  const { clock, ids, records } = context;
  const now = clock.now();
  const dataAccessExpiresAt = owner.dataAccessExpiresAt ?? now + LIFETIME.dataAccess;
  const loggedInAt = dataAccessExpiresAt - LIFETIME.dataAccess;
  const token: Token = {
    id: ids.secret('EAAB'),
    type: 'USER',
    userId: owner.userId,
    pageId: null,
    parent: null,
    scopes: owner.scopes,
    issuedAt: now,
    expiresAt: Math.min(now + lifetime, loggedInAt + getMaxTokenLifetime(context, owner.userId)),
    dataAccessExpiresAt,
    errorSubcode: null,
  };
  records.tokens.put(token);
  return token;
}

export function getLifetimeSeconds({ expiresAt, issuedAt }: Token): number {
  return unixSeconds((expiresAt ?? issuedAt) - issuedAt);
}

/** Returns the page token for this user token, the same one on each call. */
export function getPageToken(
  { clock, ids, records }: InstagramContext,
  userToken: Token,
  pageId: string,
): Token {
  const existing = records.tokens
    .in(userToken.userId)
    .find((token) => token.parent === userToken.id && token.pageId === pageId);
  if (existing) return existing;
  const isLongLived = (userToken.expiresAt ?? 0) - userToken.issuedAt > DAY;
  const token: Token = {
    ...userToken,
    id: ids.secret('EAAC'),
    type: 'PAGE',
    pageId,
    parent: userToken.id,
    issuedAt: clock.now(),
    expiresAt: isLongLived ? null : userToken.expiresAt,
  };
  records.tokens.put(token);
  return token;
}

/** Invalidates every token of a person, as a password change or the removal of the app does. */
export function invalidateTokens(
  { records }: InstagramContext,
  userId: string,
  subcode: string,
): void {
  for (const token of records.tokens.in(userId)) {
    records.tokens.put({ ...token, errorSubcode: subcode });
  }
}

/** Invalidates the tokens of a person that a narrower login no longer covers. */
export function invalidateTokensWhere(
  { records }: InstagramContext,
  userId: string,
  isAffected: (token: Token) => boolean,
): void {
  for (const token of records.tokens.in(userId)) {
    if (token.errorSubcode === null && isAffected(token)) {
      records.tokens.put({ ...token, errorSubcode: '458' });
    }
  }
}

/** Removes a permission from every token of a person until the next login. */
export function revokeScope({ records }: InstagramContext, userId: string, scope: string): void {
  for (const token of records.tokens.in(userId)) {
    records.tokens.put({ ...token, scopes: token.scopes.filter((each) => each !== scope) });
  }
}

/** Returns the error with which the token is refused; undefined if it is valid. */
export function findTokenError({ clock }: InstagramContext, token: Token): GraphError | undefined {
  if (token.errorSubcode) return createTokenError(clock.now(), token, token.errorSubcode);
  const end = Math.min(token.expiresAt ?? Infinity, token.dataAccessExpiresAt);
  return end <= clock.now() ? createTokenError(clock.now(), token, '463', end) : undefined;
}

function createTokenError(now: number, { type }: Token, subcode: string, end = now): GraphError {
  return new GraphError(`190/${subcode}`, {
    'app-id': (type === 'INSTAGRAM' ? INSTAGRAM_APP : APP).id,
    date: graphTimestamp(end),
    now: graphTimestamp(now),
  });
}

export function requireScope(token: Token, scope: Scope): void {
  const name = token.type === 'INSTAGRAM' ? instagramScopeOf(scope) : scope;
  if (token.scopes.includes(name)) return;
  throw new GraphError(name.startsWith('instagram_') ? '10/scope' : '200', { scope: name });
}
