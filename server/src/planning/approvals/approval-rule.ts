import { getRequestActor } from '../../platform/http/request-actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { createPostsRepository } from '../../posts/listing/posts.repository.ts';
import { createOwnerChanges, type OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { approvalReopened, approvalRequested } from '../../publishing/transition-events.ts';
import type { PublicationWriter } from '../../publishing/store/publication-writer.ts';
import { notifyApprovers } from './approver-notifications.ts';
import { createApprovalsRepository } from './approvals.repository.ts';

/** The changes of authors, which follow the rule of their team. */
export const createTeamChanges = (writer: PublicationWriter): OwnerChanges =>
  createOwnerChanges(writer, createApprovalDemand(writer));

/**
 * The rule of a team, "outra pessoa precisa aprovar": every way of scheduling a post ends in `ownerChanges`, which
 * calls this one function (decision 045). The caller has locked and written the post.
 */
const createApprovalDemand =
  (writer: Pick<PublicationWriter, 'apply'>) =>
  async (tx: Tx, postId: string): Promise<void> => {
    const actor = getRequestActor()?.userId;
    const workspaceId = await createApprovalsRepository(tx).insertIfDemanded(postId, actor);
    if (workspaceId === undefined) return;
    await writer.apply(tx, postId, approvalRequested);
    const post = await createPostsRepository(tx).find(workspaceId, postId);
    // The approvers of a series were asked about its first post.
    if (post !== undefined && actor !== undefined) await notifyApprovers(tx, post);
  };

/** @throws AppError APPROVAL_BY_OTHER, APPROVAL_BY_MEMBER: `userId` null answers by a link */
export async function checkApprover(
  tx: Tx,
  { workspaceId, postId, userId }: { workspaceId: string; postId: string; userId: string | null },
): Promise<void> {
  const approvals = createApprovalsRepository(tx);
  if (!(await approvals.needsOtherApprover(workspaceId))) return;
  if (userId === null) throw new AppError('APPROVAL_BY_MEMBER');
  if (await approvals.isAuthor(postId, userId)) throw new AppError('APPROVAL_BY_OTHER');
}

/**
 * The team begins to demand approvals: its scheduled posts wait for one, and earlier ones, which an author or anybody
 * with the link may have given, end. The caller has locked the workspace.
 */
export async function demandApprovals(
  tx: Tx,
  changes: Pick<PublicationWriter, 'tryApply'>,
  workspaceId: string,
): Promise<void> {
  const approvals = createApprovalsRepository(tx);
  for (const id of await approvals.lockUnpublished(workspaceId)) {
    const stored = await approvals.find(id);
    if (stored !== undefined && stored.state !== 'approved') continue;
    const event = stored === undefined ? approvalRequested : approvalReopened;
    // A post that is being published can no longer be held.
    if ((await changes.tryApply(tx, id, event)) === undefined) continue;
    if (stored === undefined) await approvals.insertIfDemanded(id, getRequestActor()?.userId);
    else await approvals.setState(id, 'awaiting', null);
  }
}
