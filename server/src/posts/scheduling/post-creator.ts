import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MultipartUpload } from '../../platform/http/multipart.ts';
import { newId } from '../../platform/ids.ts';
import type { NewMedia } from '../../media/uploads/ingestion.ts';
import type { ReceivedMedia } from '../../media/media.service.ts';
import { createIdempotencyRepository } from './idempotency.repository.ts';
import { sendWakeUps, receiveFiles, type ChangeDependencies } from '../editing/change.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import type { UploadRules } from '../content/media.rules.ts';

export interface PostCreation {
  /** The endpoint and the fields without `uploadIds`: an idempotency key stands for exactly these. */
  hashedFields: readonly unknown[];
  acceptance: UploadRules;
  uploadIds: readonly string[] | undefined;
  checkBeforeUpload(): Promise<void>;
  prepareFiles(files: readonly NewMedia[]): Promise<NewMedia[]>;
  checkFiles(files: readonly NewMedia[]): void;
  /** The caller has inserted the rows of its files and locked the workspace. */
  insert(tx: Tx, id: string, files: readonly NewMedia[]): Promise<void>;
}

/** An idempotency key creates one post for any number of requests. */
export function createPostCreator(deps: ChangeDependencies) {
  const { database, wakeUps } = deps;
  const idempotencyKeys = createIdempotencyRepository(database.db);

  /** @throws AppError IDEMPOTENCY_MISMATCH, and NOT_FOUND when the post has been deleted since */
  async function findEarlierPost(
    caller: Member,
    { key, contentHash }: Pick<NewPost, 'key' | 'contentHash'>,
  ): Promise<string | undefined> {
    const used = key === undefined ? undefined : await idempotencyKeys.find(caller, key);
    if (used === undefined) return undefined;
    if (used.content_hash !== contentHash) throw new AppError('IDEMPOTENCY_MISMATCH');
    if (used.post_id === null) throw new AppError('NOT_FOUND');
    return used.post_id;
  }

  /** @throws AppError IDEMPOTENCY_MISMATCH, NOT_FOUND, the errors of receiving files and of `creation` */
  return async function createOnce(
    session: Member,
    { files: uploadedFiles, idempotencyKey: key }: MultipartUpload,
    creation: PostCreation,
  ): Promise<string> {
    const { workspaceId } = session;
    await creation.checkBeforeUpload().catch(async (refusal: unknown) => {
      // The first request with this key may have taken the last post of the month.
      const isRepeat =
        key !== undefined && (await idempotencyKeys.find(session, key)) !== undefined;
      if (!isRepeat) throw refusal;
    });

    const { uploadIds, acceptance } = creation;
    const received = await receiveFiles(
      deps,
      { workspaceId, files: uploadedFiles, uploadIds },
      acceptance,
    );
    const contentHash = hashRequest(creation.hashedFields, received);
    const id = newId();
    try {
      const files = await creation.prepareFiles(received.map(({ media }) => media));
      creation.checkFiles(files);
      await insertOnce(deps, session, creation, { id, key, contentHash, files });
    } catch (error) {
      // Few requests repeat an earlier one, so only those that fail search for it.
      const earlierPostId = await findEarlierPost(session, { key, contentHash });
      if (earlierPostId !== undefined) return earlierPostId;
      // The key has just expired, so its post is no longer known.
      throw error instanceof KeyUsedError ? new AppError('NOT_FOUND') : error;
    }
    sendWakeUps(wakeUps, workspaceId);
    return id;
  };
}

interface NewPost {
  id: string;
  key: string | undefined;
  contentHash: string;
  files: readonly NewMedia[];
}

/** One transaction. @throws KeyUsedError, AppError */
async function insertOnce(
  { database, media }: ChangeDependencies,
  { userId, workspaceId }: Member,
  creation: PostCreation,
  { id, key, contentHash, files }: NewPost,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    for (const file of files) if (!file.isInserted) await media.insert(tx, workspaceId, file);
    await creation.insert(tx, id, files);
    if (key === undefined) return;
    const use = { userId, workspaceId, key, contentHash, postId: id };
    if (!(await createIdempotencyRepository(tx).insert(use))) throw new KeyUsedError();
  });
}

class KeyUsedError extends Error {}

/** A retry may upload the same files again, under other ids. */
function hashRequest(request: readonly unknown[], received: readonly ReceivedMedia[]): string {
  const files = received.map(({ uploadSha256 }) => uploadSha256);
  return createHash('sha256')
    .update(JSON.stringify([...request, files]))
    .digest('hex');
}
