import { mayDo } from '@pontual/contract/roles.ts';
import { sql } from 'kysely';
import { whoActs } from '../acting.ts';
import { roleThere } from '../auth/auth.repository.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Role } from '@pontual/contract/roles.ts';

/**
 * Whoever a request is answered for may still do it here: an upload takes minutes, and they may have been
 * removed since it began. Final while the workspace is held, as whoever removes somebody holds it.
 * @throws AppError WORKSPACE_LEFT or ROLE_NOT_ALLOWED
 */
export async function checkStanding(tx: Tx, workspaceId: string): Promise<void> {
  const acting = whoActs();
  if (acting?.workspaceId !== workspaceId) return;
  const found = await sql<{ role: Role }>`
    select ${roleThere} as role from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${acting.userId}`.execute(tx);
  const role = found.rows[0]?.role;
  if (role === undefined) throw new AppError('WORKSPACE_LEFT');
  if (!mayDo(role, acting.need)) throw new AppError('ROLE_NOT_ALLOWED');
}
