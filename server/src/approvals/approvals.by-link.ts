import type { answerApprovalLink, ShownForApproval } from '@pontual/contract/approvals.ts';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../http/app-error.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { Notices } from '../notices/notices.ts';
import { announce, changePost, type ChangeDependencies } from '../posts/posts.change.ts';
import { presentPost } from '../posts/posts.presenter.ts';
import { createPostsRepository, type PostView } from '../posts/posts.repository.ts';
import { isOver, writeAnswer } from './approvals.answering.ts';
import { ENDED, type ApprovalLinks } from './approvals.links.ts';
import { approvalOf } from './approvals.presenter.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

export type ApprovalsByLink = ReturnType<typeof createApprovalsByLink>;

/** What whoever holds a link sees and says, without an account. */
export function createApprovalsByLink(
  deps: Pick<ChangeDependencies, 'database' | 'nudges' | 'ownerChanges'> & {
    notices: Pick<Notices, 'add'>;
    links: MediaLinks;
    approvalLinks: ApprovalLinks;
    clock: Pick<Clock, 'now'>;
  },
) {
  const { database, nudges, approvalLinks, links, clock } = deps;
  const { db } = database;
  const repository = createApprovalsRepository(db);

  /** @throws AppError APPROVAL_LINK_INVALID */
  async function opened(token: string): Promise<{ workspaceId: string; post: PostView }> {
    const named = await repository.byLink(approvalLinks.read(token));
    const post = named && (await createPostsRepository(db).find(named.workspaceId, named.postId));
    if (post === undefined) throw new AppError('APPROVAL_LINK_INVALID', { message: ENDED });
    return { workspaceId: post.workspace_id, post };
  }

  /** @throws AppError APPROVAL_LINK_INVALID */
  async function read(token: string): Promise<ShownForApproval> {
    const { post } = await opened(token);
    const approval = await approvalOf(db, post, 'link');
    if (approval === null) throw new AppError('APPROVAL_LINK_INVALID', { message: ENDED });
    const { team, username, place } = await createPartiesRepository(db).asker(post);
    const shown = presentPost(post, links, clock.now());
    return {
      team,
      username,
      place: place ?? unnamed(post),
      post: shown,
      approval,
      isOver: isOver(post),
    };
  }

  return {
    read,

    /** The id of a link. @throws AppError APPROVAL_LINK_INVALID */
    named: (token: string): string => approvalLinks.read(token),

    /** @throws AppError APPROVAL_LINK_INVALID, VALIDATION, APPROVAL_OVER, APPROVAL_CHANGED */
    async answer({
      token,
      ...answer
    }: RequestOf<typeof answerApprovalLink>['body']): Promise<ShownForApproval> {
      const { workspaceId, post } = await opened(token);
      await changePost(database, workspaceId, post.id, (tx, now) =>
        writeAnswer(tx, now, { ...answer, userId: null }, deps),
      );
      announce(nudges, workspaceId);
      return read(token);
    },
  };
}

/** Its number says nothing to people; its name is known of those that were kept. */
const unnamed = ({ location_id: id }: PostView) => (id === null ? null : 'Um local do Instagram');
