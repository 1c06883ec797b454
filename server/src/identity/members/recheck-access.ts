import { hasPermission } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { getRequestActor, type RequestActor } from '../../platform/http/request-actor.ts';
import { liveSession, effectiveRole } from '../sign-in/auth.repository.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';

/**
 * An upload takes minutes; meanwhile the member may have been removed or the credential may have ended. A
 * removal takes the lock on the workspace, too. @throws AppError WORKSPACE_LEFT, UNAUTHENTICATED,
 * TOKEN_INVALID or ROLE_NOT_ALLOWED
 */
export async function recheckAccess(tx: Tx, workspaceId: string): Promise<void> {
  const acting = getRequestActor();
  if (acting?.workspaceId !== workspaceId) return;
  const found = await sql<{ role: Role; is_in: boolean }>`
    select ${effectiveRole} as role, ${isStillAuthenticated(acting)} as is_in
    from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${acting.userId}`.execute(tx);
  const [membership] = found.rows;
  if (membership === undefined) throw new AppError('WORKSPACE_LEFT');
  if (!membership.is_in) {
    throw new AppError('tokenId' in acting.credential ? 'TOKEN_INVALID' : 'UNAUTHENTICATED');
  }
  if (!hasPermission(membership.role, acting.need)) throw new AppError('ROLE_NOT_ALLOWED');
}

const isStillAuthenticated = ({ credential }: RequestActor) =>
  'tokenId' in credential
    ? sql<boolean>`exists (
        select from api_tokens t where t.id = ${credential.tokenId} and t.expires_at > app_now())`
    : sql<boolean>`exists (select from sessions s where s.id = ${credential.sessionId} and ${liveSession})`;
