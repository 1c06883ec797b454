import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { answerApproval, requestApproval } from '@pontual/contract/planning/approvals.ts';
import type { Approval } from '@pontual/contract/posts/posts.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { sendWakeUps, changePost, type ChangeDependencies } from '../../posts/editing/change.ts';
import { throwIfRefused } from '../../posts/content/checks.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import { editRefusal } from '../../posts/listing/posts.rules.ts';
import { recordAnswer } from './approval-answers.ts';
import { notifyApprovers } from './approver-notifications.ts';
import { requestFollowingApprovals, withdrawFollowingApprovals } from '../series/approvals.ts';
import type { ApprovalLinks } from './approval-links.ts';
import { presentApproval } from './approvals.presenter.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';
import { approvalRequested, approvalWithdrawn } from '../../publishing/transition-events.ts';

export type Approvals = ReturnType<typeof createApprovals>;

/** A post with an approval is published only after its exact content is approved. */
export function createApprovals(
  deps: Pick<ChangeDependencies, 'database' | 'wakeUps' | 'ownerChanges'> & {
    approvalLinks: ApprovalLinks;
  },
) {
  const { database, wakeUps, ownerChanges, approvalLinks } = deps;
  const { db } = database;
  const repository = createApprovalsRepository(db);

  async function find(workspaceId: string, postId: string): Promise<ListedPost> {
    const post = await createPostsRepository(db).find(workspaceId, postId);
    if (post === undefined) throw new AppError('NOT_FOUND');
    return post;
  }

  async function findApproval({ workspaceId, userId }: Member, postId: string): Promise<Approval> {
    const approval = await presentApproval(db, await find(workspaceId, postId), { userId });
    if (approval === null) throw new AppError('NOT_FOUND');
    return approval;
  }

  return {
    /**
     * Without `renew`, the link stays the same while it is valid, across all edits.
     * @throws AppError NOT_FOUND, PLAN_REQUIRED, FILE_REQUIRED, and the errors of a post that cannot be
     * edited
     */
    async request(
      member: Member,
      postId: string,
      { renew }: RequestOf<typeof requestApproval>['body'],
    ): Promise<DataOf<typeof requestApproval>> {
      const { workspaceId, userId } = member;
      await requirePlan(db, workspaceId, 'approvals');
      await changePost(database, workspaceId, postId, async (tx, post) => {
        throwIfRefused(editRefusal(post));
        if (post.media.length === 0) throw new AppError('FILE_REQUIRED');
        const approvals = createApprovalsRepository(tx);
        const stored = await approvals.find(postId);
        if (stored === undefined) {
          await approvals.insert({ id: postId, workspaceId }, userId);
          await ownerChanges.apply(tx, postId, approvalRequested);
          await requestFollowingApprovals(tx, ownerChanges, post, userId);
          await notifyApprovers(tx, post);
        } else if (renew || stored.is_expired) await approvals.renewLink(postId);
      });
      sendWakeUps(wakeUps, workspaceId);
      const stored = await repository.find(postId);
      if (stored === undefined) throw new AppError('NOT_FOUND');
      const url = approvalLinks.create({
        linkId: stored.link_id,
        expiresAt: stored.link_expires_at,
      });
      return { approval: await findApproval(member, postId), url };
    },

    /**
     * The recorded answers stay.
     * @throws AppError NOT_FOUND, POST_IN_PROGRESS, POST_NOT_EDITABLE, APPROVAL_RULE
     */
    async withdraw({ workspaceId }: Member, postId: string): Promise<void> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        const approvals = createApprovalsRepository(tx);
        if ((await approvals.find(postId)) === undefined) return;
        throwIfRefused(editRefusal(post));
        if (await approvals.needsOtherApprover(workspaceId)) throw new AppError('APPROVAL_RULE');
        await approvals.delete(postId);
        await ownerChanges.apply(tx, postId, approvalWithdrawn);
        await withdrawFollowingApprovals(tx, ownerChanges, post);
      });
      sendWakeUps(wakeUps, workspaceId);
    },

    /** @throws AppError NOT_FOUND, VALIDATION, APPROVAL_OVER, APPROVAL_CHANGED, APPROVAL_BY_OTHER */
    async answer(
      member: Member,
      postId: string,
      body: RequestOf<typeof answerApproval>['body'],
    ): Promise<Approval> {
      const { workspaceId, userId } = member;
      const name = await createPartiesRepository(db).findEmail(userId);
      const answer = { ...body, name, userId };
      await changePost(database, workspaceId, postId, (tx, post) =>
        recordAnswer(tx, post, answer, ownerChanges),
      );
      sendWakeUps(wakeUps, workspaceId);
      return findApproval(member, postId);
    },
  };
}
