import type { Tx } from '../../platform/database/database.ts';
import { hashContent } from '../../posts/content/content.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { approvalReopened } from '../../publishing/transition-events.ts';

/**
 * Reopens the approval when the content differs from the answered content. The caller has locked and written
 * the post.
 */
export async function reopenApproval(
  tx: Tx,
  ownerChanges: Pick<OwnerChanges, 'apply'>,
  { id, workspace_id: workspaceId }: Pick<ListedPost, 'id' | 'workspace_id'>,
  /** Set when the content alone does not show the change. */
  reason?: 'another account',
): Promise<void> {
  const approvals = createApprovalsRepository(tx);
  const stored = await approvals.find(id);
  if (stored === undefined || stored.content_hash === null) return;
  const post = await createPostsRepository(tx).find(workspaceId, id);
  if (post === undefined) return;
  if (reason === undefined && hashContent(post) === stored.content_hash) return;
  await approvals.setState(id, 'awaiting', null);
  await ownerChanges.apply(tx, id, approvalReopened);
}

export const createApprovalReopener =
  (ownerChanges: Pick<OwnerChanges, 'apply'>) =>
  (tx: Tx, workspaceId: string, postIds: readonly string[]): Promise<void> =>
    reopenAfterAccountChange(tx, ownerChanges, workspaceId, postIds);

export async function reopenAfterAccountChange(
  tx: Tx,
  ownerChanges: Pick<OwnerChanges, 'apply'>,
  workspaceId: string,
  postIds: readonly string[],
): Promise<void> {
  for (const id of postIds) {
    await reopenApproval(tx, ownerChanges, { id, workspace_id: workspaceId }, 'another account');
  }
}
