import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { checkManualPublication } from '@pontual/contract/planning/manual-publishing.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { sendWakeUps, changePost, type ChangeDependencies } from '../../posts/editing/change.ts';
import type { ListedPost } from '../../posts/listing/posts.repository.ts';
import { presentManualPublishing } from '../../posts/listing/posts.presenter.ts';
import { createManualPublishingRepository } from './manual-publishing.repository.ts';
import type { ManualPostDetector } from './manual-post-detector.ts';

export type ManualPublishing = ReturnType<typeof createManualPublishing>;

export function createManualPublishing(
  deps: Pick<ChangeDependencies, 'database' | 'wakeUps' | 'ownerChanges' | 'posts'> & {
    manualPostDetector: Pick<ManualPostDetector, 'detectOne'>;
  },
) {
  const { database, wakeUps, ownerChanges, posts, manualPostDetector } = deps;
  const repository = createManualPublishingRepository(database.db);

  async function markManual(tx: Tx, post: ListedPost): Promise<void> {
    if (post.awaiting_since !== null) throw new AppError('APPROVAL_NEEDED');
    if (presentManualPublishing(post) === null) throw new AppError('MANUAL_PUBLISHING_UNAVAILABLE');
    if (post.manual_since === null)
      await ownerChanges.apply(tx, post.id, { kind: 'manual_publishing_started' });
  }

  /**
   * The call is idempotent; a post that was detected meanwhile stays published.
   * @throws AppError NOT_FOUND, APPROVAL_NEEDED, MANUAL_PUBLISHING_UNAVAILABLE
   */
  async function start({ workspaceId }: Member, postId: string): Promise<Post> {
    await changePost(database, workspaceId, postId, async (tx, post) => {
      if (post.status !== 'published') await markManual(tx, post);
    });
    sendWakeUps(wakeUps, workspaceId);
    return posts.find(workspaceId, postId);
  }

  return {
    start,

    /** @throws AppError NOT_FOUND, APPROVAL_NEEDED, MANUAL_PUBLISHING_UNAVAILABLE */
    async checkPublished(
      member: Member,
      postId: string,
    ): Promise<DataOf<typeof checkManualPublication>> {
      const { workspaceId } = member;
      const before = await start(member, postId);
      if (before.status === 'published') return { post: before, look: 'seen' };
      if (before.manualPublishing === 'resolving') return { post: before, look: 'resolving' };
      const row = await repository.find(workspaceId, postId);
      const look = row === undefined ? 'unreadable' : await manualPostDetector.detectOne(row);
      return { post: await posts.find(workspaceId, postId), look };
    },

    /** @throws AppError NOT_FOUND, APPROVAL_NEEDED, MANUAL_PUBLISHING_UNAVAILABLE, POST_IN_PROGRESS */
    async markPublished({ workspaceId }: Member, postId: string): Promise<Post> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        if (post.status === 'published') return;
        await markManual(tx, post);
        const confirmed = { kind: 'manual_publication_confirmed' } as const;
        const published = await ownerChanges.tryApply(tx, postId, confirmed);
        if (published === undefined) throw new AppError('POST_IN_PROGRESS');
      });
      sendWakeUps(wakeUps, workspaceId);
      return posts.find(workspaceId, postId);
    },
  };
}
