import type { answerApprovalLink, ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MediaLinks } from '../../media/links.ts';
import { sendWakeUps, changePost, type ChangeDependencies } from '../../posts/editing/change.ts';
import { presentPost } from '../../posts/listing/posts.presenter.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import { isApprovalClosed, recordAnswer } from './approval-answers.ts';
import { REVOKED_LINK_MESSAGE, type ApprovalLinks } from './approval-links.ts';
import { presentApproval } from './approvals.presenter.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

export type ApprovalsByLink = ReturnType<typeof createApprovalsByLink>;

export function createApprovalsByLink(
  deps: Pick<ChangeDependencies, 'database' | 'wakeUps' | 'ownerChanges'> & {
    links: MediaLinks;
    approvalLinks: ApprovalLinks;
    clock: Pick<Clock, 'now'>;
  },
) {
  const { database, wakeUps, approvalLinks, links, clock } = deps;
  const { db } = database;
  const repository = createApprovalsRepository(db);

  /** @throws AppError APPROVAL_LINK_INVALID */
  async function openLink(token: string): Promise<{ workspaceId: string; post: ListedPost }> {
    const linkedPost = await repository.findByLink(approvalLinks.read(token));
    const post =
      linkedPost &&
      (await createPostsRepository(db).find(linkedPost.workspaceId, linkedPost.postId));
    if (post === undefined)
      throw new AppError('APPROVAL_LINK_INVALID', { message: REVOKED_LINK_MESSAGE });
    return { workspaceId: post.workspace_id, post };
  }

  /** @throws AppError APPROVAL_LINK_INVALID */
  async function read(token: string): Promise<ApprovalPreview> {
    const { post } = await openLink(token);
    const approval = await presentApproval(db, post, 'link');
    if (approval === null)
      throw new AppError('APPROVAL_LINK_INVALID', { message: REVOKED_LINK_MESSAGE });
    const { team, username, location } = await createPartiesRepository(db).findRequester(post);
    const shown = presentPost(post, links, clock.now());
    return {
      team,
      username,
      location: location ?? unnamedLocation(post),
      post: shown,
      approval,
      isOver: isApprovalClosed(post),
    };
  }

  return {
    read,

    /** @throws AppError APPROVAL_LINK_INVALID */
    readLinkId: (token: string): string => approvalLinks.read(token),

    /** @throws AppError APPROVAL_LINK_INVALID, VALIDATION, APPROVAL_OVER, APPROVAL_CHANGED */
    async answer({
      token,
      ...answer
    }: RequestOf<typeof answerApprovalLink>['body']): Promise<ApprovalPreview> {
      const { workspaceId, post } = await openLink(token);
      await changePost(database, workspaceId, post.id, (tx, now) =>
        recordAnswer(tx, now, { ...answer, userId: null }, deps.ownerChanges),
      );
      sendWakeUps(wakeUps, workspaceId);
      return read(token);
    },
  };
}

const unnamedLocation = ({ location_id: id }: ListedPost) =>
  id === null ? null : 'Um local do Instagram';
