import { createHash } from 'node:crypto';
import type { createBatch } from '@pontual/contract/planning/bulk.ts';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { ReceivedMedia } from '../../media/media.service.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { sendWakeUps, type ChangeDependencies } from '../../posts/editing/change.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { insertScheduledPost } from '../../posts/scheduling/scheduled-posts.ts';
import { checkDueTimes } from './due-times.ts';
import { createBatchPreparer, type PreparedPost } from './batch-preparer.ts';
import { withPostIndex } from './batch-errors.ts';
import { createBulkRepository } from './bulk.repository.ts';

type BatchBody = RequestOf<typeof createBatch>['body'];

/** Schedules all posts of a batch or none, and once per idempotency key. */
export function createBatchCreator(deps: ChangeDependencies) {
  const { database, media, uploads, wakeUps, ownerChanges } = deps;
  const repository = createBulkRepository(database.db);
  const prepare = createBatchPreparer(deps);

  /** @throws AppError IDEMPOTENCY_MISMATCH */
  async function findEarlierBatch(
    batches: typeof repository,
    workspaceId: string,
    { key, contentHash }: { key: string; contentHash: string },
  ): Promise<string | undefined> {
    const existing = await batches.findByKey(workspaceId, key);
    if (existing !== undefined && existing.content_hash !== contentHash) {
      throw new AppError('IDEMPOTENCY_MISMATCH');
    }
    return existing?.id;
  }

  /**
   * Returns the id of an earlier batch with the same key when some files can no longer be used.
   * @throws AppError UPLOAD_NOT_FOUND, VIDEO_UNFIT
   */
  async function takeUploadsOrFindBatch(
    workspaceId: string,
    { key, uploadIds }: Pick<BatchBody, 'key' | 'uploadIds'>,
  ): Promise<ReceivedMedia[] | string> {
    try {
      return await uploads.receiveFinished(workspaceId, uploadIds);
    } catch (error) {
      const existing = await repository.findByKey(workspaceId, key);
      if (existing === undefined || !(error instanceof AppError)) throw error;
      return existing.id;
    }
  }

  /**
   * Returns the id of the batch.
   * @throws AppError PLAN_REQUIRED, UPLOAD_NOT_FOUND, IDEMPOTENCY_MISMATCH, and the errors of scheduling a
   * post, whose `fields` name the posts
   */
  return async function create(member: Member, body: BatchBody): Promise<string> {
    const { userId, workspaceId } = member;
    const { key, uploadIds, ...request } = body;
    const isRepeat = (await repository.findByKey(workspaceId, key)) !== undefined;
    if (!isRepeat) await requirePlan(database.db, workspaceId, 'bulkUpload');
    const received = await takeUploadsOrFindBatch(workspaceId, { key, uploadIds });
    if (typeof received === 'string') return received;
    const contentHash = hashRequest(request, received);
    const earlier = await findEarlierBatch(repository, workspaceId, { key, contentHash });
    if (earlier !== undefined) return earlier;

    try {
      const dueTimes = body.posts.map(({ scheduledTime }) => new Date(scheduledTime));
      const { demo, instagramAccountId = null } = body;
      await checkDueTimes(database.db, workspaceId, { dueTimes, demo, instagramAccountId });
    } catch (error) {
      // A concurrent copy of this request may have used up the plan limit.
      const concurrentBatchId = await findEarlierBatch(repository, workspaceId, {
        key,
        contentHash,
      });
      if (concurrentBatchId !== undefined) return concurrentBatchId;
      throw error;
    }
    const posts = await prepare(body, received);
    const id = newId();
    const batchId = await database.inTransaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const batches = createBulkRepository(tx);
      const concurrentBatchId = await findEarlierBatch(batches, workspaceId, { key, contentHash });
      if (concurrentBatchId !== undefined) return concurrentBatchId;
      await scheduleInOrder(posts, async (post) => {
        for (const file of post.files)
          if (!file.isInserted) await media.insert(tx, workspaceId, file);
        await insertScheduledPost(tx, ownerChanges, member, post);
      });
      const postIds = posts.map((post) => post.id);
      await batches.insert({ id, workspaceId, userId, key, contentHash, postIds });
      return id;
    });
    sendWakeUps(wakeUps, workspaceId);
    return batchId;
  };
}

/** The plan limit refuses the last posts. */
async function scheduleInOrder(
  posts: readonly PreparedPost[],
  schedule: (post: PreparedPost) => Promise<void>,
): Promise<void> {
  const inOrder = [...posts.entries()].toSorted(
    ([, one], [, other]) => one.scheduledTime.getTime() - other.scheduledTime.getTime(),
  );
  for (const [index, post] of inOrder) {
    try {
      await schedule(post);
    } catch (error) {
      throw error instanceof AppError ? withPostIndex(error, index) : error;
    }
  }
}

/** A retry may name other uploads of the same files, so the bytes are hashed. */
function hashRequest(request: object, received: readonly ReceivedMedia[]): string {
  const files = received.map(({ uploadSha256 }) => uploadSha256);
  return createHash('sha256')
    .update(JSON.stringify([request, files]))
    .digest('hex');
}
