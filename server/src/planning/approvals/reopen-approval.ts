import type { Tx } from '../../platform/database/database.ts';
import { hashContent } from '../../posts/content/content.ts';
import { createPostsRepository, type PostView } from '../../posts/listing/posts.repository.ts';
import type { OwnerChanges } from '../../publishing/owner-changes.ts';
import { createApprovalsRepository } from './approvals.repository.ts';

/**
 * What somebody has answered about is not what the post says now: it is to be approved again. The
 * caller holds the post, and has written what changed.
 */
export async function reopenApproval(
  tx: Tx,
  ownerChanges: Pick<OwnerChanges, 'onApprovalRequired'>,
  { id, workspace_id: workspaceId }: Pick<PostView, 'id' | 'workspace_id'>,
  /** Where the content alone does not tell. */
  reason?: 'another account',
): Promise<void> {
  const approvals = createApprovalsRepository(tx);
  const stored = await approvals.find(id);
  if (stored === undefined || stored.content_hash === null) return;
  const post = await createPostsRepository(tx).find(workspaceId, id);
  if (post === undefined) return;
  if (reason === undefined && hashContent(post) === stored.content_hash) return;
  await approvals.setState(id, 'awaiting', null);
  await ownerChanges.onApprovalRequired(tx, id, { kind: 'approval_reopened' });
}

/** The same for those of other features, whose account is forgotten. */
export const createApprovalReopener =
  (ownerChanges: Pick<OwnerChanges, 'onApprovalRequired'>) =>
  (tx: Tx, workspaceId: string, postIds: readonly string[]): Promise<void> =>
    reopenAfterAccountChange(tx, ownerChanges, workspaceId, postIds);

/** These go to another account than the one that was approved: they are to be approved again. */
export async function reopenAfterAccountChange(
  tx: Tx,
  ownerChanges: Pick<OwnerChanges, 'onApprovalRequired'>,
  workspaceId: string,
  postIds: readonly string[],
): Promise<void> {
  for (const id of postIds) {
    await reopenApproval(tx, ownerChanges, { id, workspace_id: workspaceId }, 'another account');
  }
}
