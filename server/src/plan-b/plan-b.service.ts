import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { lookForPost } from '@pontual/contract/plan-b.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { Tx } from '../database/database.ts';
import type { Member } from '../auth/auth.service.ts';
import { AppError } from '../http/app-error.ts';
import { announce, changePost, type ChangeDependencies } from '../posts/posts.change.ts';
import type { PostView } from '../posts/posts.repository.ts';
import { planBOfPost } from '../posts/posts.presenter.ts';
import { createPlanBRepository } from './plan-b.repository.ts';
import type { Sightings } from './plan-b.sighting.ts';

export type PlanB = ReturnType<typeof createPlanB>;

/** Posts that their owners publish by hand, because Instagram does not take them from us. */
export function createPlanB(
  deps: Pick<ChangeDependencies, 'database' | 'nudges' | 'ownerChanges' | 'posts'> & {
    sightings: Pick<Sightings, 'lookFor'>;
  },
) {
  const { database, nudges, ownerChanges, posts, sightings } = deps;
  const repository = createPlanBRepository(database.db);

  /** @throws AppError APPROVAL_NEEDED, PLAN_B_NOT_NOW */
  async function take(tx: Tx, post: PostView): Promise<void> {
    if (post.awaiting_since !== null) throw new AppError('APPROVAL_NEEDED');
    if (planBOfPost(post) === null) throw new AppError('PLAN_B_NOT_NOW');
    if (post.by_hand_since === null) await ownerChanges.takenOver(tx, post.id);
  }

  /**
   * A press more on what is taken over already changes nothing; what was seen meanwhile is published.
   * @throws AppError NOT_FOUND, APPROVAL_NEEDED, PLAN_B_NOT_NOW
   */
  async function takeOver({ workspaceId }: Member, postId: string): Promise<Post> {
    await changePost(database, workspaceId, postId, async (tx, post) => {
      if (post.status !== 'published') await take(tx, post);
    });
    announce(nudges, workspaceId);
    return posts.find(workspaceId, postId);
  }

  return {
    takeOver,

    /** @throws AppError NOT_FOUND, APPROVAL_NEEDED, PLAN_B_NOT_NOW */
    async look(member: Member, postId: string): Promise<DataOf<typeof lookForPost>> {
      const { workspaceId } = member;
      const before = await takeOver(member, postId);
      if (before.status === 'published') return { post: before, look: 'seen' };
      if (before.planB === 'resolving') return { post: before, look: 'resolving' };
      const row = await repository.find(workspaceId, postId);
      const look = row === undefined ? 'unreadable' : await sightings.lookFor(row);
      return { post: await posts.find(workspaceId, postId), look };
    },

    /** @throws AppError NOT_FOUND, APPROVAL_NEEDED, PLAN_B_NOT_NOW, POST_IN_PROGRESS */
    async mark({ workspaceId }: Member, postId: string): Promise<Post> {
      await changePost(database, workspaceId, postId, async (tx, post) => {
        if (post.status === 'published') return;
        await take(tx, post);
        if (!(await ownerChanges.markedByHand(tx, postId))) throw new AppError('POST_IN_PROGRESS');
      });
      announce(nudges, workspaceId);
      return posts.find(workspaceId, postId);
    },
  };
}
