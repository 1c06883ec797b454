import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createFirstCommentsRepository } from './first-comments.repository.ts';
import { createFirstCommentStatusRepository } from './first-comment-status.repository.ts';
import {
  createFirstCommentWriter,
  type FirstCommentWriterDependencies,
} from './first-comment-writer.ts';

export type FirstComments = ReturnType<typeof createFirstComments>;

const MAX_JOBS = 200;

export function createFirstComments(
  deps: FirstCommentWriterDependencies & { jobs: Pick<Jobs, 'send'>; wakeUps: WakeUps },
) {
  const { database, jobs, wakeUps } = deps;
  const repository = createFirstCommentsRepository(database.db);
  const statusRepository = createFirstCommentStatusRepository(database.db);
  const writeNextComment = createFirstCommentWriter(deps);

  return {
    async enqueueDue(): Promise<void> {
      await repository.enterPublished();
      const due = await repository.due(MAX_JOBS);
      const jobRequests = due.map(({ post_id: postId, workspace_id: group }) => ({
        data: { postId },
        key: postId,
        group,
      }));
      await jobs.send(database.db, 'first-comment', jobRequests);
      if (jobRequests.length > 0) wakeUps.send([{ topic: 'work' }]);
    },

    retryAfterReconnect: () => repository.retryAfterReconnect(),

    /** Does nothing when the comment is not due or another worker has it. */
    async write(postId: string): Promise<void> {
      const workspaceId = await writeNextComment(postId);
      if (workspaceId !== undefined) wakeUps.send([{ topic: 'posts', workspaceId }]);
    },

    /** @throws AppError NOT_FOUND, for a post of another workspace, too */
    async retry({ workspaceId }: Member, postId: string): Promise<FirstCommentState | null> {
      const post = await database.db
        .selectFrom('posts_with_publication')
        .select('id')
        .where('id', '=', postId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (post === undefined) throw new AppError('NOT_FOUND');
      await statusRepository.retry(workspaceId, postId);
      wakeUps.send([{ topic: 'work' }, { topic: 'posts', workspaceId }]);
      return statusRepository.find(workspaceId, postId);
    },
  };
}
