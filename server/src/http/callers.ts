import type { Endpoint } from '@pontual/contract/endpoint.ts';
import { mayDo, WORKSPACE_HEADER, type Need, type Role } from '@pontual/contract/roles.ts';
import { scopeNames, type Scope } from '@pontual/contract/scopes.ts';
import { TOKEN_PREFIX } from '@pontual/contract/tokens.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AuthenticatedSession, Member } from '../auth/auth.service.ts';
import { AppError } from './app-error.ts';
import { originOf, type Origin } from './origin.ts';

/** A program, by the token that it shows. */
export interface TokenHolder extends Member {
  tokenId: string;
  scopes: readonly Scope[];
}

/** Whoever was let in, and by what. */
export type Entered = AuthenticatedSession | TokenHolder;

/** By what somebody may come in. */
export interface Doors {
  /** The live session of a bearer token, if it is one; of a workspace, if one is named. */
  authenticate(
    token: string,
    from: Origin,
    workspaceId?: string,
  ): Promise<AuthenticatedSession | undefined>;
  /** The holder of a personal access token, while it holds. */
  authenticateToken(token: string, from: Origin): Promise<TokenHolder | undefined>;
}

type Demand = Pick<Endpoint, 'access' | 'scope' | 'role'>;

/**
 * Whoever asks, if the endpoint lets them in, and their role allows what it does. Where everybody
 * may come in, a token that opens nothing there is as none.
 * @throws AppError UNAUTHENTICATED, TOKEN_INVALID, TOKEN_NOT_ACCEPTED, TOKEN_SCOPE, WORKSPACE_LEFT or
 *   ROLE_NOT_ALLOWED
 */
export async function callerOf(
  request: FastifyRequest,
  doors: Doors,
  demand: Demand,
): Promise<Entered | undefined> {
  const caller = await enteredBy(request, doors, demand);
  if (caller !== undefined && demand.role !== undefined) checkRole(caller.role, demand.role);
  return caller;
}

async function enteredBy(
  request: FastifyRequest,
  doors: Doors,
  { access, scope, role }: Demand,
): Promise<Entered | undefined> {
  const bearer = bearerOf(request);
  if (bearer === undefined || !bearer.startsWith(TOKEN_PREFIX)) {
    // What is of the person alone, or of everybody, asks for no workspace.
    const isAnywhere = access === 'public' || role === 'self';
    const session = await (isAnywhere ? personOf(request, doors) : sessionOf(request, doors));
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
  if (bearer === undefined) return undefined;
  return authenticate(bearer, originOf(request), workspaceNamed(request));
}

/** The same where they are, or in another workspace of theirs where they are no longer of that. */
async function personOf(
  request: FastifyRequest,
  { authenticate }: Pick<Doors, 'authenticate'>,
): Promise<AuthenticatedSession | undefined> {
  return sessionOf(request, { authenticate }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'WORKSPACE_LEFT') throw error;
    return authenticate(bearerOf(request) ?? '', originOf(request));
  });
}

const uuid = z.uuid();

/** The workspace that a page shows; what is sent from it must not come to another. */
function workspaceNamed({ headers }: FastifyRequest): string | undefined {
  const named = headers[WORKSPACE_HEADER];
  if (named === undefined) return undefined;
  const parsed = uuid.safeParse(named);
  if (!parsed.success) throw new AppError('WORKSPACE_LEFT');
  return parsed.data;
}

/** @throws AppError ROLE_NOT_ALLOWED */
function checkRole(role: Role, need: Need): void {
  if (mayDo(role, need)) return;
  throw new AppError('ROLE_NOT_ALLOWED', need === 'own' ? { message: OWNERS_ONLY } : {});
}

const OWNERS_ONLY = 'Só quem é responsável pela equipe pode fazer isto. Fale com essa pessoa.';

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];

const opens = ({ scopes }: TokenHolder, scope: Scope | undefined) =>
  scope !== undefined && scopes.includes(scope);

const lacking = (scope: Scope) =>
  new AppError('TOKEN_SCOPE', {
    message: `Este token não tem a permissão “${scopeNames[scope]}” (${scope}). Crie em Programas um token que a tenha.`,
  });
