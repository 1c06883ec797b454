import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import type { answerApproval, askApproval } from '@pontual/contract/approvals.ts';
import type { Approval } from '@pontual/contract/posts.ts';
import type { Member } from '../auth/auth.service.ts';
import { AppError } from '../http/app-error.ts';
import type { Notices } from '../notices/notices.ts';
import { requirePlan } from '../plans/require-plan.ts';
import { announce, changePost, type ChangeDependencies } from '../posts/posts.change.ts';
import { refuse } from '../posts/posts.checks.ts';
import { createPostsRepository, type PostView } from '../posts/posts.repository.ts';
import { editRefusal } from '../posts/posts.rules.ts';
import { writeAnswer } from './approvals.answering.ts';
import { tellApprovers } from './approvals.asking.ts';
import { askForFollowing, withdrawForFollowing } from '../series/series.approvals.ts';
import type { ApprovalLinks } from './approvals.links.ts';
import { approvalOf } from './approvals.presenter.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

export type Approvals = ReturnType<typeof createApprovals>;

/** Posts that go out only if somebody approves exactly what they say. */
export function createApprovals(
  deps: Pick<ChangeDependencies, 'database' | 'nudges' | 'ownerChanges'> & {
    notices: Pick<Notices, 'add'>;
    approvalLinks: ApprovalLinks;
  },
) {
  const { database, nudges, ownerChanges, notices, approvalLinks } = deps;
  const { db } = database;
  const repository = createApprovalsRepository(db);

  /** @throws AppError NOT_FOUND */
  async function find(workspaceId: string, postId: string): Promise<PostView> {
    const post = await createPostsRepository(db).find(workspaceId, postId);
    if (post === undefined) throw new AppError('NOT_FOUND');
    return post;
  }

  async function standing(workspaceId: string, postId: string): Promise<Approval> {
    const approval = await approvalOf(db, await find(workspaceId, postId));
    if (approval === null) throw new AppError('NOT_FOUND');
    return approval;
  }

  return {
    /**
     * The same link for as long as it holds: whoever was sent it keeps it over all changes.
     * @throws AppError NOT_FOUND, PLAN_REQUIRED, FILE_REQUIRED, and those of what cannot be edited
     */
    async ask(
      { workspaceId, userId }: Member,
      postId: string,
      { renew }: RequestOf<typeof askApproval>['body'],
    ): Promise<DataOf<typeof askApproval>> {
      await requirePlan(db, workspaceId, 'approvals');
      await changePost(database, workspaceId, postId, async (tx, post) => {
        refuse(editRefusal(post));
        if (post.media.length === 0) throw new AppError('FILE_REQUIRED');
        const approvals = createApprovalsRepository(tx);
        const kept = await approvals.find(postId);
        if (kept === undefined) {
          await approvals.insert({ id: postId, workspaceId }, userId);
          await ownerChanges.awaited(tx, postId, { kind: 'approval_asked' });
          await askForFollowing(tx, ownerChanges, post, userId);
          await tellApprovers(tx, notices, post);
        } else if (renew || kept.is_expired) await approvals.renewLink(postId);
      });
      announce(nudges, workspaceId);
      const kept = await repository.find(postId);
      if (kept === undefined) throw new AppError('NOT_FOUND');
      const url = approvalLinks.make({ linkId: kept.link_id, expiresAt: kept.link_expires_at });
      return { approval: await standing(workspaceId, postId), url };
    },

    /** What was answered stays written down. @throws AppError NOT_FOUND, POST_IN_PROGRESS */
    async withdraw({ workspaceId }: Member, postId: string): Promise<void> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        const approvals = createApprovalsRepository(tx);
        if ((await approvals.find(postId)) === undefined) return;
        refuse(editRefusal(post));
        await approvals.delete(postId);
        await ownerChanges.released(tx, postId, { kind: 'approval_withdrawn' });
        await withdrawForFollowing(tx, ownerChanges, post);
      });
      announce(nudges, workspaceId);
    },

    /** @throws AppError NOT_FOUND, VALIDATION, APPROVAL_OVER, APPROVAL_CHANGED */
    async answer(
      { workspaceId, userId }: Member,
      postId: string,
      body: RequestOf<typeof answerApproval>['body'],
    ): Promise<Approval> {
      const name = await createPartiesRepository(db).addressOf(userId);
      const answer = { ...body, name, userId };
      await changePost(database, workspaceId, postId, (tx, post) =>
        writeAnswer(tx, post, answer, deps),
      );
      announce(nudges, workspaceId);
      return standing(workspaceId, postId);
    },
  };
}
