import type { Endpoint } from '@pontual/contract/endpoint.ts';
import { scopeNames, type Scope } from '@pontual/contract/scopes.ts';
import { TOKEN_PREFIX } from '@pontual/contract/tokens.ts';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedSession, Member } from '../auth/auth.service.ts';
import { AppError } from './app-error.ts';
import { originOf, type Origin } from './origin.ts';

/** A program, by the token that it shows. */
export interface TokenHolder extends Member {
  scopes: readonly Scope[];
}

/** By what somebody may come in. */
export interface Doors {
  /** The live session of a bearer token, if it is one. */
  authenticate(token: string, from: Origin): Promise<AuthenticatedSession | undefined>;
  /** The holder of a personal access token, while it holds. */
  authenticateToken(token: string, from: Origin): Promise<TokenHolder | undefined>;
}

type Demand = Pick<Endpoint, 'access' | 'scope'>;

/**
 * Whoever asks, if the endpoint lets them in. Where everybody may come in, a token that opens
 * nothing there is as none.
 * @throws AppError UNAUTHENTICATED, TOKEN_INVALID, TOKEN_NOT_ACCEPTED or TOKEN_SCOPE
 */
export async function callerOf(
  request: FastifyRequest,
  doors: Doors,
  { access, scope }: Demand,
): Promise<Member | undefined> {
  const bearer = bearerOf(request);
  if (bearer === undefined || !bearer.startsWith(TOKEN_PREFIX)) {
    const session = await sessionOf(request, doors);
    if (session === undefined && access === 'user') throw new AppError('UNAUTHENTICATED');
    return session;
  }
  const holder = await doors.authenticateToken(bearer, originOf(request));
  if (access === 'public') return holder !== undefined && opens(holder, scope) ? holder : undefined;
  if (holder === undefined) throw new AppError('TOKEN_INVALID');
  if (scope === undefined) throw new AppError('TOKEN_NOT_ACCEPTED');
  if (!opens(holder, scope)) throw lacking(scope);
  return holder;
}

/** The session named by the Authorization header, if there is one and it lives. */
export async function sessionOf(
  request: FastifyRequest,
  { authenticate }: Pick<Doors, 'authenticate'>,
): Promise<AuthenticatedSession | undefined> {
  const bearer = bearerOf(request);
  return bearer === undefined ? undefined : authenticate(bearer, originOf(request));
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];

const opens = ({ scopes }: TokenHolder, scope: Scope | undefined) =>
  scope !== undefined && scopes.includes(scope);

const lacking = (scope: Scope) =>
  new AppError('TOKEN_SCOPE', {
    message: `Este token não tem a permissão “${scopeNames[scope]}” (${scope}). Crie em Sua conta um token que a tenha.`,
  });
