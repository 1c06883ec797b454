import { createHash } from 'node:crypto';
import { monthOf, weekOf } from '@pontual/contract/brasilia-time.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import type { listPosts, Post, postStats, schedulePost } from '@pontual/contract/posts.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload, UploadedFile } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { MediaService, ReceivedMedia } from '../media/media.service.ts';
import type { Nudges } from '../nudges.ts';
import { PREPARE_AHEAD_MS } from '../publishing/publishing.rules.ts';
import { presentPost } from './posts.presenter.ts';
import { createPostsRepository } from './posts.repository.ts';
import { planRefusal } from './posts.rules.ts';

type ScheduleBody = RequestOf<typeof schedulePost>['body'];

export type PostsService = ReturnType<typeof createPostsService>;

/** Posts as their owners make and see them. */
export function createPostsService(deps: {
  database: Database;
  jobs: Jobs;
  media: MediaService;
  links: MediaLinks;
  clock: Clock;
  nudges: Nudges;
  isConnected(workspaceId: string): Promise<boolean>;
}) {
  const { database, jobs, media, links, clock, nudges } = deps;
  const repository = createPostsRepository(database.db);

  async function present(workspaceId: string, postId: string): Promise<Post> {
    const found = await repository.find(workspaceId, postId);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return presentPost(found, links, clock.now());
  }

  /** @throws AppError LIMIT_EXCEEDED */
  async function checkPlan(
    handle: Db | Tx,
    workspaceId: string,
    time: Date,
    hold: 'hold' | 'read',
  ) {
    const posts = createPostsRepository(handle);
    const plan = await posts.planOf(workspaceId, hold);
    const postsInMonth = await posts.countInMonth(workspaceId, monthOf(time));
    const refusal = planRefusal({ plan, scheduledTime: time, now: clock.now(), postsInMonth });
    if (refusal !== undefined) throw new AppError('LIMIT_EXCEEDED', { message: refusal });
  }

  /** What can be refused without the files, is. */
  async function checkBeforeUpload({ workspaceId }: AuthenticatedSession, body: ScheduleBody) {
    const scheduledTime = new Date(body.scheduledTime);
    if (body.mediaType !== 'IMAGE') throw new AppError('MEDIA_TYPE_UNAVAILABLE');
    if (scheduledTime <= clock.now()) throw new AppError('SCHEDULED_TIME_PAST');
    await checkPlan(database.db, workspaceId, scheduledTime, 'read');
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

  /** Writes the post, its media and its first job together. Answers undefined for a used key. */
  async function insert(
    { userId, workspaceId }: AuthenticatedSession,
    body: ScheduleBody,
    { media: file }: ReceivedMedia,
    idempotency: { key: string; contentHash: string } | undefined,
  ): Promise<string | undefined> {
    const id = newId();
    const scheduledTime = new Date(body.scheduledTime);
    return database
      .inTransaction(async (tx) => {
        await checkPlan(tx, workspaceId, scheduledTime, 'hold');
        await media.insert(tx, workspaceId, file);
        const posts = createPostsRepository(tx);
        const { mediaType, caption } = body;
        const demo = body.demo === 'true';
        const firstLook = await posts.insertScheduled(
          { id, workspaceId, userId, mediaType, caption, scheduledTime, demo, fileIds: [file.id] },
          PREPARE_AHEAD_MS,
        );
        const isNew =
          idempotency === undefined ||
          (await posts.insertIdempotencyKey({ userId, postId: id, ...idempotency }));
        if (!isNew) throw new KeyUsedError();
        await jobs.send(tx, 'post-advance', [{ data: { postId: id }, startAfter: firstLook }]);
        return id;
      })
      .catch((error: unknown) => {
        if (error instanceof KeyUsedError) return undefined;
        throw error;
      });
  }

  /** The post that a key was used for. @throws AppError IDEMPOTENCY_MISMATCH */
  async function earlierPost(session: AuthenticatedSession, key: string, contentHash: string) {
    const earlier = await repository.findIdempotencyKey(session.userId, key);
    if (earlier === undefined) return undefined;
    if (earlier.content_hash !== contentHash) throw new AppError('IDEMPOTENCY_MISMATCH');
    return present(session.workspaceId, earlier.post_id);
  }

  return {
    /**
     * Schedules a post; with an idempotency key, once however often it is asked.
     * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED, FILE_REQUIRED,
     *   IDEMPOTENCY_MISMATCH and those of receiving an image
     */
    async schedule(
      session: AuthenticatedSession,
      body: ScheduleBody,
      { files, idempotencyKey: key }: Upload,
    ): Promise<Post> {
      const isRepeat =
        key !== undefined &&
        (await repository.findIdempotencyKey(session.userId, key)) !== undefined;
      if (!isRepeat) await checkBeforeUpload(session, body);

      const received = await receiveOne(files);
      const contentHash = hashOf(body, received.sentSha256);
      if (key !== undefined && isRepeat) {
        const earlier = await earlierPost(session, key, contentHash);
        if (earlier !== undefined) return earlier;
      }
      const idempotency = key === undefined ? undefined : { key, contentHash };
      const id = await insert(session, body, received, idempotency);
      if (id === undefined && key !== undefined) {
        const earlier = await earlierPost(session, key, contentHash);
        if (earlier !== undefined) return earlier;
      }
      nudges.send({ topic: 'work' });
      nudges.send({ topic: 'posts', workspaceId: session.workspaceId });
      return present(session.workspaceId, id ?? '');
    },

    async list(
      { workspaceId }: AuthenticatedSession,
      { page, limit, from, to, ...filter }: RequestOf<typeof listPosts>['query'],
    ): Promise<DataOf<typeof listPosts>> {
      const span = {
        ...(from === undefined ? {} : { from: new Date(from) }),
        ...(to === undefined ? {} : { to: new Date(to) }),
      };
      const found = await repository.page(workspaceId, { ...filter, ...span }, { page, limit });
      const { total } = found;
      return {
        posts: found.posts.map((post) => presentPost(post, links, clock.now())),
        pagination: { page, limit, total, pages: Math.ceil(total / limit) },
      };
    },

    async stats({ workspaceId }: AuthenticatedSession): Promise<DataOf<typeof postStats>> {
      const { counts, next } = await repository.stats(workspaceId, weekOf(clock.now()));
      return { ...counts, nextPost: next === undefined ? null : presentPost(next, links, clock.now()) };
    },
  };
}

/** Rolls the transaction back: another request has used the key meanwhile. */
class KeyUsedError extends Error {}

function hashOf(body: ScheduleBody, fileSha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify([body, fileSha256]))
    .digest('hex');
}
