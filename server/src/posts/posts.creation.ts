import { createHash } from 'node:crypto';
import type { Tx } from '../database/database.ts';
import type { Member } from '../auth/auth.service.ts';
import { AppError } from '../http/app-error.ts';
import type { Upload } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import type { NewMedia } from '../media/media.intake.ts';
import type { ReceivedMedia } from '../media/media.service.ts';
import { createIdempotencyRepository } from './idempotency.repository.ts';
import { announce, receiveFiles, type ChangeDependencies } from './posts.change.ts';
import { holdWorkspace } from './posts.limits.ts';
import type { Acceptance } from './posts.media.rules.ts';

/** One request for a new post. */
export interface Creation {
  /** What makes it another request than others: where it was sent, and its fields but `uploadIds`. */
  request: readonly unknown[];
  acceptance: Acceptance;
  uploadIds: readonly string[] | undefined;
  /** What can be refused without the files, is. */
  checkBeforeUpload(): Promise<void>;
  /** The files as the post will show them. */
  fit(files: readonly NewMedia[]): Promise<NewMedia[]>;
  checkFiles(files: readonly NewMedia[]): void;
  /** Writes the post; its files have their rows, and the workspace is held. */
  insert(tx: Tx, id: string, files: readonly NewMedia[]): Promise<void>;
}

/** Makes posts; with an idempotency key once, however often it is asked. */
export function createCreation(deps: ChangeDependencies) {
  const { database, nudges } = deps;
  const usedKeys = createIdempotencyRepository(database.db);

  /**
   * The post that this user's key made before, in this workspace.
   * @throws AppError IDEMPOTENCY_MISMATCH, and NOT_FOUND when it has been deleted since
   */
  async function madeBefore(
    caller: Member,
    { key, contentHash }: Pick<Made, 'key' | 'contentHash'>,
  ): Promise<string | undefined> {
    const used = key === undefined ? undefined : await usedKeys.find(caller, key);
    if (used === undefined) return undefined;
    if (used.content_hash !== contentHash) throw new AppError('IDEMPOTENCY_MISMATCH');
    if (used.post_id === null) throw new AppError('NOT_FOUND');
    return used.post_id;
  }

  /**
   * Answers the id of the post.
   * @throws AppError IDEMPOTENCY_MISMATCH, NOT_FOUND, those of receiving files and those of the creation
   */
  return async function createOnce(
    session: Member,
    { files: sent, idempotencyKey: key }: Upload,
    creation: Creation,
  ): Promise<string> {
    const { workspaceId } = session;
    const isRepeat = async () =>
      key !== undefined && (await usedKeys.find(session, key)) !== undefined;
    let repeats = await isRepeat();
    if (!repeats) {
      await creation.checkBeforeUpload().catch(async (refusal: unknown) => {
        // The same request, sent twice at once, may have taken the last post of the month.
        repeats = await isRepeat();
        if (!repeats) throw refusal;
      });
    }

    const { uploadIds, acceptance } = creation;
    const received = await receiveFiles(deps, { workspaceId, files: sent, uploadIds }, acceptance);
    const contentHash = hashOf(creation.request, received);
    const earlier = repeats ? await madeBefore(session, { key, contentHash }) : undefined;
    if (earlier !== undefined) return earlier;

    const files = await creation.fit(received.map(({ media }) => media));
    creation.checkFiles(files);
    const made = { id: newId(), key, contentHash, files };
    try {
      await insertOnce(deps, session, creation, made);
    } catch (error) {
      // The same request, sent twice at once, may have made it, and taken the month's last post.
      const meanwhile = await madeBefore(session, made);
      if (meanwhile !== undefined) return meanwhile;
      // Its day has just ended: nobody knows any more what it made.
      throw error instanceof KeyUsedError ? new AppError('NOT_FOUND') : error;
    }
    announce(nudges, workspaceId);
    return made.id;
  };
}

interface Made {
  id: string;
  key: string | undefined;
  contentHash: string;
  files: readonly NewMedia[];
}

/** Writes the post, its files and what uses up its key together. @throws KeyUsedError, AppError */
async function insertOnce(
  { database, media }: ChangeDependencies,
  { userId, workspaceId }: Member,
  creation: Creation,
  { id, key, contentHash, files }: Made,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await holdWorkspace(tx, workspaceId);
    for (const file of files) if (!file.isInserted) await media.insert(tx, workspaceId, file);
    await creation.insert(tx, id, files);
    if (key === undefined) return;
    const use = { userId, workspaceId, key, contentHash, postId: id };
    if (!(await createIdempotencyRepository(tx).insert(use))) throw new KeyUsedError();
  });
}

/** Rolls the transaction back: another request has used the key meanwhile. */
class KeyUsedError extends Error {}

/** Of what was sent. A repeat that uploads anew names other uploads: their bytes say what they are. */
function hashOf(request: readonly unknown[], received: readonly ReceivedMedia[]): string {
  const files = received.map(({ sentSha256 }) => sentSha256);
  return createHash('sha256')
    .update(JSON.stringify([...request, files]))
    .digest('hex');
}
