import { createHash } from 'node:crypto';
import type { createBatch } from '@pontual/contract/bulk.ts';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type { Member } from '../auth/auth.service.ts';
import { AppError } from '../http/app-error.ts';
import { newId } from '../ids.ts';
import type { ReceivedMedia } from '../media/media.service.ts';
import { requirePlan } from '../plans/require-plan.ts';
import { announce, type ChangeDependencies } from '../posts/posts.change.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import { placePost } from '../posts/posts.placing.ts';
import { checkHours } from './bulk.hours.ts';
import { createBatchPreparing, type PreparedPost } from './bulk.preparing.ts';
import { naming } from './bulk.refusals.ts';
import { createBulkRepository } from './bulk.repository.ts';

type BatchBody = RequestOf<typeof createBatch>['body'];

/** Makes many posts at once, all of them or none, and with one key once. */
export function createBatchCreation(deps: ChangeDependencies) {
  const { database, media, uploads, nudges, ownerChanges } = deps;
  const repository = createBulkRepository(database.db);
  const prepare = createBatchPreparing(media);

  /** The batch that this key made before. @throws AppError IDEMPOTENCY_MISMATCH */
  async function madeBefore(
    batches: typeof repository,
    workspaceId: string,
    { key, contentHash }: { key: string; contentHash: string },
  ): Promise<string | undefined> {
    const made = await batches.findByKey(workspaceId, key);
    if (made !== undefined && made.content_hash !== contentHash) {
      throw new AppError('IDEMPOTENCY_MISMATCH');
    }
    return made?.id;
  }

  /**
   * What the batch is made of; a string is the batch that this key made before, of whose files some cannot
   * be taken any more.
   * @throws AppError UPLOAD_NOT_FOUND, VIDEO_UNFIT
   */
  async function takeOrFind(
    workspaceId: string,
    { key, uploadIds }: Pick<BatchBody, 'key' | 'uploadIds'>,
  ): Promise<ReceivedMedia[] | string> {
    try {
      return await uploads.take(workspaceId, uploadIds);
    } catch (error) {
      const made = await repository.findByKey(workspaceId, key);
      if (made === undefined || !(error instanceof AppError)) throw error;
      return made.id;
    }
  }

  /**
   * Answers the id of the batch.
   * @throws AppError PLAN_REQUIRED, UPLOAD_NOT_FOUND, IDEMPOTENCY_MISMATCH, and those of scheduling a
   *   post, whose `fields` name the posts they are about
   */
  return async function create(member: Member, body: BatchBody): Promise<string> {
    const { userId, workspaceId } = member;
    const { key, uploadIds, ...request } = body;
    const isRepeat = (await repository.findByKey(workspaceId, key)) !== undefined;
    if (!isRepeat) await requirePlan(database.db, workspaceId, 'bulkUpload');
    const received = await takeOrFind(workspaceId, { key, uploadIds });
    if (typeof received === 'string') return received;
    const contentHash = hashOf(request, received);
    const earlier = await madeBefore(repository, workspaceId, { key, contentHash });
    if (earlier !== undefined) return earlier;

    try {
      const hours = body.posts.map(({ scheduledTime }) => new Date(scheduledTime));
      const { demo, instagramAccountId: account = null } = body;
      await checkHours(database.db, workspaceId, { hours, demo, account });
    } catch (error) {
      // What leaves no room may be this very batch, which was sent twice at once.
      const meanwhile = await madeBefore(repository, workspaceId, { key, contentHash });
      if (meanwhile !== undefined) return meanwhile;
      throw error;
    }
    const posts = await prepare(body, received);
    const id = newId();
    const made = await database.inTransaction(async (tx) => {
      await holdWorkspace(tx, workspaceId);
      const batches = createBulkRepository(tx);
      // The same request, sent twice at once, may have made it.
      const meanwhile = await madeBefore(batches, workspaceId, { key, contentHash });
      if (meanwhile !== undefined) return meanwhile;
      await placeAll(posts, async (post) => {
        for (const file of post.files)
          if (!file.isInserted) await media.insert(tx, workspaceId, file);
        await placePost(tx, ownerChanges, member, post);
      });
      const postIds = posts.map((post) => post.id);
      await batches.insert({ id, workspaceId, userId, key, contentHash, postIds });
      return id;
    });
    announce(nudges, workspaceId);
    return made;
  };
}

/** In the order of their hours: where the plan has no room for all, the last ones are told so. */
async function placeAll(
  posts: readonly PreparedPost[],
  place: (post: PreparedPost) => Promise<void>,
): Promise<void> {
  const inOrder = [...posts.entries()].toSorted(
    ([, one], [, other]) => one.scheduledTime.getTime() - other.scheduledTime.getTime(),
  );
  for (const [index, post] of inOrder) {
    try {
      await place(post);
    } catch (error) {
      throw error instanceof AppError ? naming(error, index) : error;
    }
  }
}

/** Of what was sent. Whoever uploads anew names other uploads: their bytes say what they are. */
function hashOf(request: object, received: readonly ReceivedMedia[]): string {
  const files = received.map(({ sentSha256 }) => sentSha256);
  return createHash('sha256')
    .update(JSON.stringify([request, files]))
    .digest('hex');
}
