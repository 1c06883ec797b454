import type { FirstCommentState } from '@pontual/contract/posts.ts';
import type { Member } from '../auth/auth.service.ts';
import { AppError } from '../http/app-error.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Nudges } from '../nudges.ts';
import { createFirstCommentsRepository } from './first-comments.repository.ts';
import { createOwnCommentsRepository } from './own-comments.repository.ts';
import { createWriting, type WritingDependencies } from './first-comments.writing.ts';

export type FirstComments = ReturnType<typeof createFirstComments>;

/** Jobs sent in one pass: the next one finds the others. */
const MOST_JOBS = 200;

/** The first comment of each post that has one, written by a job of its own after its publication. */
export function createFirstComments(
  deps: WritingDependencies & { jobs: Pick<Jobs, 'send'>; nudges: Nudges },
) {
  const { database, jobs, nudges } = deps;
  const repository = createFirstCommentsRepository(database.db);
  const own = createOwnCommentsRepository(database.db);
  const writeNext = createWriting(deps);

  return {
    /** Enters what was published, and sends a job for each comment that is due. */
    async askForDue(): Promise<void> {
      await repository.enterPublished();
      const due = await repository.due(MOST_JOBS);
      const named = due.map(({ post_id: postId, workspace_id: group }) => ({
        data: { postId },
        key: postId,
        group,
      }));
      await jobs.send(database.db, 'first-comment', named);
      if (named.length > 0) nudges.send([{ topic: 'work' }]);
    },

    /** Those that lacked a permission are tried again once they have it. */
    reviveReconnected: () => repository.reviveReconnected(),

    /** Nothing to do, or another that has it in hand, is no error. */
    async write(postId: string): Promise<void> {
      const workspaceId = await writeNext(postId);
      if (workspaceId !== undefined) nudges.send([{ topic: 'posts', workspaceId }]);
    },

    /** @throws AppError NOT_FOUND, for a post of another workspace too */
    async retry({ workspaceId }: Member, postId: string): Promise<FirstCommentState | null> {
      const post = await database.db
        .selectFrom('posts')
        .select('id')
        .where('id', '=', postId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (post === undefined) throw new AppError('NOT_FOUND');
      await own.retry(workspaceId, postId);
      nudges.send([{ topic: 'work' }, { topic: 'posts', workspaceId }]);
      return own.find(workspaceId, postId);
    },
  };
}
