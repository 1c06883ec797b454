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

/** Who acts, where and as what: in person, or by a program that holds a token. */
export interface Member {
  userId: string;
  workspaceId: string;
  role: Role;
}

export interface AuthenticatedSession extends Member {
  sessionId: string;
}

/** A program, by the token that it shows. */
export interface TokenHolder extends Member {
  tokenId: string;
  scopes: readonly Scope[];
}

/** Whoever was let in, and by what. */
export type Caller = AuthenticatedSession | TokenHolder;

/** By what somebody may come in. */
export interface Authenticators {
  /** The live session of a bearer token, if it is one; of a workspace, if one is named. */
  authenticate(
    token: string,
    from: Origin,
    workspaceId?: string,
  ): Promise<AuthenticatedSession | undefined>;
  /** The holder of a personal access token, while it holds. */
  authenticateToken(token: string, from: Origin): Promise<TokenHolder | undefined>;
}

type AccessRule = Pick<Endpoint, 'access' | 'scope' | 'role'>;

/**
 * Whoever asks, if the endpoint lets them in, and their role allows what it does. Where everybody
 * may come in, a token that opens nothing there is as none.
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
    // What is of the person alone, or of everybody, asks for no workspace.
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

/** The session named by the Authorization header, if there is one and it lives. */
export async function findSession(
  request: FastifyRequest,
  { authenticate }: Pick<Authenticators, 'authenticate'>,
): Promise<AuthenticatedSession | undefined> {
  const bearer = bearerOf(request);
  if (bearer === undefined) return undefined;
  return authenticate(bearer, originOf(request), requestedWorkspace(request));
}

/** The same where they are, or in another workspace of theirs where they are no longer of that. */
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

/** The workspace that a page shows; what is sent from it must not come to another. */
function requestedWorkspace({ headers }: FastifyRequest): string | undefined {
  const named = headers[WORKSPACE_HEADER];
  if (named === undefined) return undefined;
  const parsed = uuid.safeParse(named);
  if (!parsed.success) throw new AppError('WORKSPACE_LEFT');
  return parsed.data;
}

/** @throws AppError ROLE_NOT_ALLOWED */
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
