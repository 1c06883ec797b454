import { notify } from '../../notifications/notify.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import { createMembersRepository } from './members.repository.ts';

/** Removes API tokens, too. The caller has locked the workspace. */
export async function endMembership(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  const members = createMembersRepository(tx);
  const { label: team } = await members.workspace(workspaceId);
  await members.remove(workspaceId, userId);
  await recordAudit(tx, { workspaceId, kind: 'members.removed', subjectId: userId });
  await notify(tx, { kind: 'member-removed', userId, team });
}
