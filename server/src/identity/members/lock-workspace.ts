import type { Tx } from '../../platform/database/database.ts';
import { recheckAccess } from './recheck-access.ts';

/**
 * Until the transaction ends, nobody else writes a post of this workspace, nor changes who is of it.
 * @throws AppError WORKSPACE_LEFT, UNAUTHENTICATED, TOKEN_INVALID or ROLE_NOT_ALLOWED, where whoever asks
 *   may no longer
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    // Less than `for update`: who writes a row that names the workspace need not wait.
    .forNoKeyUpdate()
    .execute();
  await recheckAccess(tx, workspaceId);
}
