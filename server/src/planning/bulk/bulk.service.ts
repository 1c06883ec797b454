import type { Batch, undoBatch } from '@pontual/contract/planning/bulk.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import type { ChangeDependencies } from '../../posts/editing/change.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createPostsRepository } from '../../posts/listing/posts.repository.ts';
import { deleteRefusal } from '../../posts/listing/posts.rules.ts';
import { skipOccurrence } from '../series/following-posts.ts';
import { createBatchCheck } from './check.ts';
import { createBatchCreator } from './batch-creator.ts';
import { createBulkRepository, type BatchView } from './bulk.repository.ts';

export type Bulk = ReturnType<typeof createBulk>;

export function createBulk(deps: ChangeDependencies) {
  const { database, wakeUps } = deps;
  const repository = createBulkRepository(database.db);
  const check = createBatchCheck(deps);
  const create = createBatchCreator(deps);

  /** @throws AppError NOT_FOUND, for a batch of another workspace, too */
  async function find(workspaceId: string, id: string): Promise<Batch> {
    const found = await repository.find(workspaceId, id);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return present(found);
  }

  return {
    /** @throws AppError PLAN_REQUIRED */
    async check({ workspaceId }: Member, input: Parameters<typeof check>[1]) {
      await requirePlan(database.db, workspaceId, 'bulkUpload');
      return check(workspaceId, input);
    },

    /** @throws AppError the errors of the creation */
    async create(member: Member, body: Parameters<typeof create>[1]): Promise<Batch> {
      return find(member.workspaceId, await create(member, body));
    },

    async list({ workspaceId }: Member): Promise<Batch[]> {
      return (await repository.latest(workspaceId)).map(present);
    },

    /** Deletes every post of a batch that can be deleted on its own. @throws AppError NOT_FOUND */
    async undo({ workspaceId }: Member, id: string): Promise<DataOf<typeof undoBatch>> {
      await find(workspaceId, id);
      const counts = await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const batches = createBulkRepository(tx);
        const remainingIds = await batches.lockPosts(id);
        const posts = await createPostsRepository(tx).findAll(workspaceId, remainingIds);
        const deletable = posts.filter((post) => deleteRefusal(post) === undefined);
        for (const post of deletable) {
          const { id: postId } = post;
          await skipOccurrence(tx, post);
          await recordAudit(tx, { workspaceId, kind: 'post.deleted', postId });
        }
        await batches.deletePosts(deletable.map((post) => post.id));
        if (deletable.length > 0) await batches.markUndone(id);
        return { deleted: deletable.length, notDeleted: posts.length - deletable.length };
      });
      wakeUps.send([{ topic: 'posts', workspaceId }]);
      return { batch: await find(workspaceId, id), ...counts };
    },
  };
}

const present = (batch: BatchView): Batch => ({
  _id: batch.id,
  createdAt: batch.created_at.toISOString(),
  createdBy: batch.created_by,
  posts: batch.posts,
  undoable: batch.undoable,
  firstTime: batch.first_time?.toISOString() ?? null,
  lastTime: batch.last_time?.toISOString() ?? null,
  instagramAccountId: batch.account,
  undoneAt: batch.undone_at?.toISOString() ?? null,
});
