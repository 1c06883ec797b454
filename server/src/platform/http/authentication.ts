import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import {
  hasPermission,
  WORKSPACE_HEADER,
  type Permission,
  type Role,
} from '@pontual/contract/shared/roles.ts';
import { scopeNames, type Scope } from '@pontual/contract/shared/scopes.ts';
import { API_TOKEN_PREFIX } from '@pontual/contract/public-api/api-tokens.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from './app-error.ts';
import { originOf, type Origin } from './origin.ts';

export interface Member {
  userId: string;
  workspaceId: string;
  role: Role;
}

export interface AuthenticatedSession extends Member {
  sessionId: string;
}

export interface TokenHolder extends Member {
  tokenId: string;
  scopes: readonly Scope[];
}

export type Caller = AuthenticatedSession | TokenHolder;

export interface Authenticators {
  authenticate(
    token: string,
    from: Origin,
    workspaceId?: string,
  ): Promise<AuthenticatedSession | undefined>;
  authenticateToken(token: string, from: Origin): Promise<TokenHolder | undefined>;
}

type AccessRule = Pick<Endpoint, 'access' | 'scope' | 'role'>;

/**
 * A public endpoint ignores an invalid token and returns undefined.
 * @throws AppError UNAUTHENTICATED, TOKEN_INVALID, TOKEN_NOT_ACCEPTED, TOKEN_SCOPE, WORKSPACE_LEFT or
 *   ROLE_NOT_ALLOWED
 */
export async function authenticateRequest(
  request: FastifyRequest,
  authenticators: Authenticators,
  rule: AccessRule,
): Promise<Caller | undefined> {
  const caller = await findCaller(request, authenticators, rule);
  if (caller !== undefined && rule.role !== undefined) checkRole(caller.role, rule.role);
  return caller;
}

async function findCaller(
  request: FastifyRequest,
  authenticators: Authenticators,
  { access, scope, role }: AccessRule,
): Promise<Caller | undefined> {
  const bearer = bearerOf(request);
  if (bearer === undefined || !bearer.startsWith(API_TOKEN_PREFIX)) {
    const isWorkspaceOptional = access === 'public' || role === 'self';
    const session = await (isWorkspaceOptional
      ? findUserSession(request, authenticators)
      : findSession(request, authenticators));
    if (session === undefined && access === 'user') throw new AppError('UNAUTHENTICATED');
    return session;
  }
  const holder = await authenticators.authenticateToken(bearer, originOf(request));
  if (access === 'public')
    return holder !== undefined && hasScope(holder, scope) ? holder : undefined;
  if (holder === undefined) throw new AppError('TOKEN_INVALID');
  if (scope === undefined) throw new AppError('TOKEN_NOT_ACCEPTED');
  if (!hasScope(holder, scope)) throw missingScopeError(scope);
  return holder;
}

export async function findSession(
  request: FastifyRequest,
  { authenticate }: Pick<Authenticators, 'authenticate'>,
): Promise<AuthenticatedSession | undefined> {
  const bearer = bearerOf(request);
  if (bearer === undefined) return undefined;
  return authenticate(bearer, originOf(request), requestedWorkspace(request));
}

/** Falls back to another workspace of a user who has left the requested one. */
async function findUserSession(
  request: FastifyRequest,
  { authenticate }: Pick<Authenticators, 'authenticate'>,
): Promise<AuthenticatedSession | undefined> {
  return findSession(request, { authenticate }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'WORKSPACE_LEFT') throw error;
    return authenticate(bearerOf(request) ?? '', originOf(request));
  });
}

const uuid = z.uuid();

/** A page names its workspace, so that its requests cannot change another one. */
function requestedWorkspace({ headers }: FastifyRequest): string | undefined {
  const named = headers[WORKSPACE_HEADER];
  if (named === undefined) return undefined;
  const parsed = uuid.safeParse(named);
  if (!parsed.success) throw new AppError('WORKSPACE_LEFT');
  return parsed.data;
}

function checkRole(role: Role, need: Permission): void {
  if (hasPermission(role, need)) return;
  throw new AppError('ROLE_NOT_ALLOWED', need === 'own' ? { message: OWNERS_ONLY_MESSAGE } : {});
}

const OWNERS_ONLY_MESSAGE =
  'Só quem é responsável pela equipe pode fazer isto. Fale com essa pessoa.';

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];

const hasScope = ({ scopes }: TokenHolder, scope: Scope | undefined) =>
  scope !== undefined && scopes.includes(scope);

const missingScopeError = (scope: Scope) =>
  new AppError('TOKEN_SCOPE', {
    message: `Este token não tem a permissão “${scopeNames[scope]}” (${scope}). Crie em Programas um token que a tenha.`,
  });
