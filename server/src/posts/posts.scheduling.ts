import { createHash } from 'node:crypto';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type { Post, schedulePost } from '@pontual/contract/posts.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload, UploadedFile } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MediaService, ReceivedMedia } from '../media/media.service.ts';
import type { Nudges } from '../nudges.ts';
import { PREPARE_AHEAD_MS } from '../publishing/publishing.rules.ts';
import { createIdempotencyRepository } from './idempotency.repository.ts';
import { checkPlan, holdWorkspace } from './posts.limits.ts';
import { createPostsRepository } from './posts.repository.ts';
import type { PostsService } from './posts.service.ts';

type ScheduleBody = RequestOf<typeof schedulePost>['body'];

export type SchedulePost = ReturnType<typeof createScheduling>;

interface SchedulingDependencies {
  database: Database;
  jobs: Jobs;
  media: MediaService;
  posts: PostsService;
  clock: Clock;
  nudges: Nudges;
  isConnected(workspaceId: string): Promise<boolean>;
}

/** Takes a post in: its file, its row and its first job. */
export function createScheduling(deps: SchedulingDependencies) {
  const { database, media, posts, clock, nudges } = deps;
  const usedKeys = createIdempotencyRepository(database.db);

  /** What can be refused without the file, is. */
  async function checkBeforeUpload({ workspaceId }: AuthenticatedSession, body: ScheduleBody) {
    const scheduledTime = new Date(body.scheduledTime);
    const now = clock.now();
    if (body.mediaType !== 'IMAGE') throw new AppError('MEDIA_TYPE_UNAVAILABLE');
    if (scheduledTime <= now) throw new AppError('SCHEDULED_TIME_PAST');
    await checkPlan(database.db, workspaceId, { scheduledTime, now });
    if (body.demo === 'false' && !(await deps.isConnected(workspaceId))) {
      throw new AppError('INSTAGRAM_NOT_CONNECTED');
    }
  }

  async function receiveOne(files: AsyncIterable<UploadedFile>): Promise<ReceivedMedia> {
    let received: ReceivedMedia | undefined;
    for await (const file of files) {
      if (received !== undefined) {
        file.stream.resume();
        throw new AppError('TOO_MANY_FILES');
      }
      received = await media.receiveImage(file);
    }
    if (received === undefined) throw new AppError('FILE_REQUIRED');
    return received;
  }

  /** The post that this user's key made before. @throws AppError IDEMPOTENCY_MISMATCH */
  async function madeBefore(
    session: AuthenticatedSession,
    key: string,
    contentHash: string,
  ): Promise<Post | undefined> {
    const used = await usedKeys.find(session.userId, key);
    if (used === undefined) return undefined;
    if (used.content_hash !== contentHash) throw new AppError('IDEMPOTENCY_MISMATCH');
    return posts.find(session.workspaceId, used.post_id);
  }

  /**
   * Schedules a post; with an idempotency key, once however often it is asked.
   * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED, FILE_REQUIRED,
   *   IDEMPOTENCY_MISMATCH and those of receiving an image
   */
  return async function schedule(
    session: AuthenticatedSession,
    body: ScheduleBody,
    { files, idempotencyKey: key }: Upload,
  ): Promise<Post> {
    const { userId, workspaceId } = session;
    const isRepeat = async () =>
      key !== undefined && (await usedKeys.find(userId, key)) !== undefined;
    if (!(await isRepeat())) {
      await checkBeforeUpload(session, body).catch(async (refusal: unknown) => {
        // The same request, sent twice at once, may have taken the last post of the month.
        if (!(await isRepeat())) throw refusal;
      });
    }

    const received = await receiveOne(files);
    const contentHash = hashOf(body, received.sentSha256);
    const earlier = key === undefined ? undefined : await madeBefore(session, key, contentHash);
    if (earlier !== undefined) return earlier;

    const id = newId();
    try {
      await insertPost(deps, session, body, { id, received, key, contentHash });
    } catch (error) {
      if (!(error instanceof KeyUsedError)) throw error;
      const meanwhile = await madeBefore(session, error.key, contentHash);
      if (meanwhile !== undefined) return meanwhile;
    }
    nudges.send({ topic: 'work' });
    nudges.send({ topic: 'posts', workspaceId });
    return posts.find(workspaceId, id);
  };
}

/** Writes the post, its media and its first job together. @throws KeyUsedError, AppError */
async function insertPost(
  { database, jobs, media, clock }: SchedulingDependencies,
  { userId, workspaceId }: AuthenticatedSession,
  { mediaType, caption, ...body }: ScheduleBody,
  made: { id: string; received: ReceivedMedia; key: string | undefined; contentHash: string },
): Promise<void> {
  const { id, key, contentHash } = made;
  const file = made.received.media;
  const scheduledTime = new Date(body.scheduledTime);
  const demo = body.demo === 'true';
  await database.inTransaction(async (tx) => {
    await holdWorkspace(tx, workspaceId);
    // Behind the lock: whoever used this key before has committed.
    const isUsed =
      key !== undefined && (await createIdempotencyRepository(tx).find(userId, key)) !== undefined;
    if (isUsed) throw new KeyUsedError(key);
    await checkPlan(tx, workspaceId, { scheduledTime, now: clock.now() });
    await media.insert(tx, workspaceId, file);
    const firstLook = await createPostsRepository(tx).insertScheduled(
      { id, workspaceId, userId, mediaType, caption, scheduledTime, demo, fileIds: [file.id] },
      PREPARE_AHEAD_MS,
    );
    if (key !== undefined) {
      await createIdempotencyRepository(tx).insert({ userId, key, contentHash, postId: id });
    }
    await jobs.send(tx, 'post-advance', [{ data: { postId: id }, startAfter: firstLook }]);
  });
}

/** Rolls the transaction back: another request has used the key meanwhile. */
class KeyUsedError extends Error {
  readonly key: string;

  constructor(key: string) {
    super('idempotency key used');
    this.key = key;
  }
}

function hashOf(body: ScheduleBody, fileSha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify([body, fileSha256]))
    .digest('hex');
}
