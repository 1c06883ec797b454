import type { Tx } from '../../platform/database/database.ts';
import { recheckAccess } from './recheck-access.ts';

/**
 * No other request changes the posts or members; the engine writes posts without this lock.
 * @throws AppError WORKSPACE_LEFT, UNAUTHENTICATED, TOKEN_INVALID or ROLE_NOT_ALLOWED
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    // Unlike `for update`, it does not block inserts whose foreign key references the workspace.
    .forNoKeyUpdate()
    .execute();
  await recheckAccess(tx, workspaceId);
}
