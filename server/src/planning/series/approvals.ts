import { createApprovalsRepository } from '../approvals/approvals.repository.ts';
import type { Tx } from '../../platform/database/database.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import { editRefusal } from '../../posts/listing/posts.rules.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { createOccurrencesRepository } from './occurrences.repository.ts';
import { createSeriesRepository } from './series.repository.ts';
import { approvalRequested, approvalWithdrawn } from '../../publishing/transition-events.ts';

type ApprovalChanges = Pick<OwnerChanges, 'apply'>;

export async function requestFollowingApprovals(
  tx: Tx,
  ownerChanges: ApprovalChanges,
  post: ListedPost,
  userId: string,
): Promise<void> {
  for (const id of await findFollowingPosts(tx, post, true)) {
    const approvals = createApprovalsRepository(tx);
    if ((await approvals.find(id)) !== undefined) continue;
    await approvals.insert({ id, workspaceId: post.workspace_id }, userId);
    await ownerChanges.apply(tx, id, approvalRequested);
  }
}

export async function withdrawFollowingApprovals(
  tx: Tx,
  ownerChanges: ApprovalChanges,
  post: ListedPost,
): Promise<void> {
  for (const id of await findFollowingPosts(tx, post, false)) {
    const approvals = createApprovalsRepository(tx);
    if ((await approvals.find(id)) === undefined) continue;
    await approvals.delete(id);
    await ownerChanges.apply(tx, id, approvalWithdrawn);
  }
}

async function findFollowingPosts(tx: Tx, post: ListedPost, isNeeded: boolean): Promise<string[]> {
  const { workspace_id: workspaceId, series_id: seriesId, occurrence_on: on } = post;
  if (seriesId === null || on === null) return [];
  const repository = createSeriesRepository(tx);
  if ((await repository.lock(workspaceId, seriesId)) === undefined) return [];
  await repository.writeApproval(seriesId, isNeeded);
  const ids: string[] = [];
  for (const { id } of await createOccurrencesRepository(tx).lockAfter(seriesId, on)) {
    const later = await createPostsRepository(tx).find(workspaceId, id);
    if (later !== undefined && editRefusal(later) === undefined) ids.push(id);
  }
  return ids;
}
