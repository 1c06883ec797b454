import type { Tx } from '../../platform/database/database.ts';
import { recheckAccess } from './recheck-access.ts';

/**
 * Locks the workspace: until the transaction ends, no other request changes its posts or its members. The
 * engine writes posts without this lock.
 * @throws AppError WORKSPACE_LEFT, UNAUTHENTICATED, TOKEN_INVALID or ROLE_NOT_ALLOWED when the caller
 * has lost access
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    // A weaker lock than `for update`: it does not block inserts whose foreign key references the workspace.
    .forNoKeyUpdate()
    .execute();
  await recheckAccess(tx, workspaceId);
}
