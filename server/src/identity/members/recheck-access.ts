import { hasPermission } from '@pontual/contract/shared/roles.ts';
import { getRequestActor } from '../../platform/http/request-actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findCurrentAccess } from './access.repository.ts';

/**
 * An upload takes minutes; meanwhile the member may have been removed or the credential may have ended. A
 * removal takes the lock on the workspace, too. @throws AppError WORKSPACE_LEFT, UNAUTHENTICATED,
 * TOKEN_INVALID or ROLE_NOT_ALLOWED
 */
export async function recheckAccess(tx: Tx, workspaceId: string): Promise<void> {
  const acting = getRequestActor();
  if (acting?.workspaceId !== workspaceId) return;
  const membership = await findCurrentAccess(tx, workspaceId, acting);
  if (membership === undefined) throw new AppError('WORKSPACE_LEFT');
  if (!membership.is_in) {
    throw new AppError('tokenId' in acting.credential ? 'TOKEN_INVALID' : 'UNAUTHENTICATED');
  }
  if (!hasPermission(membership.role, acting.need)) throw new AppError('ROLE_NOT_ALLOWED');
}
