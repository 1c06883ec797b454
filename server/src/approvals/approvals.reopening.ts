import type { Tx } from '../database/database.ts';
import { contentHash } from '../posts/posts.content.ts';
import { createPostsRepository, type PostView } from '../posts/posts.repository.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';
import { createApprovalsRepository } from './approvals.repository.ts';

/**
 * What somebody has answered about is not what the post says now: it is to be approved again. The
 * caller holds the post, and has written what changed.
 */
export async function reopenApproval(
  tx: Tx,
  ownerChanges: Pick<OwnerChanges, 'awaited'>,
  { id, workspace_id: workspaceId }: Pick<PostView, 'id' | 'workspace_id'>,
  /** Where the content alone does not tell. */
  why?: 'another account',
): Promise<void> {
  const approvals = createApprovalsRepository(tx);
  const kept = await approvals.find(id);
  if (kept === undefined || kept.content_hash === null) return;
  const post = await createPostsRepository(tx).find(workspaceId, id);
  if (post === undefined) return;
  if (why === undefined && contentHash(post) === kept.content_hash) return;
  await approvals.setState(id, 'awaiting', null);
  await ownerChanges.awaited(tx, id, { kind: 'approval_reopened' });
}

/** The same for those of other features, whose account is forgotten. */
export const createReopening =
  (ownerChanges: Pick<OwnerChanges, 'awaited'>) =>
  (tx: Tx, workspaceId: string, postIds: readonly string[]): Promise<void> =>
    reopenMoved(tx, ownerChanges, workspaceId, postIds);

/** These go to another account than the one that was approved: they are to be approved again. */
export async function reopenMoved(
  tx: Tx,
  ownerChanges: Pick<OwnerChanges, 'awaited'>,
  workspaceId: string,
  postIds: readonly string[],
): Promise<void> {
  for (const id of postIds) {
    await reopenApproval(tx, ownerChanges, { id, workspace_id: workspaceId }, 'another account');
  }
}
