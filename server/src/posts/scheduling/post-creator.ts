import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MultipartUpload } from '../../platform/http/multipart.ts';
import { newId } from '../../platform/ids.ts';
import type { NewMedia } from '../../media/uploads/ingestion.ts';
import {
  createIdempotencyRepository,
  type KeyUse,
  type RequestHashes,
} from './idempotency.repository.ts';
import {
  hashFiles,
  sendWakeUps,
  receiveFiles,
  type ChangeDependencies,
} from '../editing/change.ts';
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

  const findUse = async (caller: Member, key: string | undefined) =>
    key === undefined ? undefined : idempotencyKeys.find(caller, key);

  /** @throws AppError the errors of `checkBeforeUpload` */
  async function findUseOrCheck(
    caller: Member,
    key: string | undefined,
    creation: PostCreation,
  ): Promise<KeyUse | undefined> {
    const used = await findUse(caller, key);
    if (used !== undefined) return used;
    try {
      await creation.checkBeforeUpload();
      return undefined;
    } catch (refusal) {
      // A simultaneous request with this key may have taken the last post of the month.
      const usedNow = await findUse(caller, key);
      if (usedNow === undefined) throw refusal;
      return usedNow;
    }
  }

  /** @throws AppError IDEMPOTENCY_MISMATCH, NOT_FOUND, the errors of receiving files and of `creation` */
  return async function createOnce(
    session: Member,
    { files: uploadedFiles, idempotencyKey: key }: MultipartUpload,
    creation: PostCreation,
  ): Promise<string> {
    const { workspaceId } = session;
    const { uploadIds, acceptance } = creation;
    const fieldsHash = hashOf(creation.hashedFields);
    const input = { workspaceId, files: uploadedFiles, uploadIds };

    const used = await findUseOrCheck(session, key, creation);
    if (used !== undefined) {
      // The body of a request that differs in its fields stays unread.
      if (used.fieldsHash !== fieldsHash) throw new AppError('IDEMPOTENCY_MISMATCH');
      const filesHash = hashOf(await hashFiles(deps, input, acceptance));
      return earlierPostOf(used, { fieldsHash, filesHash });
    }

    const received = await receiveFiles(deps, input, acceptance);
    // A retry may upload the same files again, under other ids.
    const filesHash = hashOf(received.map(({ uploadSha256 }) => uploadSha256));
    const hashes = { fieldsHash, filesHash };
    const id = newId();
    try {
      const files = await creation.prepareFiles(received.map(({ media }) => media));
      creation.checkFiles(files);
      await insertOnce(deps, session, creation, { id, key, hashes, files });
    } catch (error) {
      const usedNow = await findUse(session, key);
      if (usedNow !== undefined) return earlierPostOf(usedNow, hashes);
      // The key has just expired, so its post is no longer known.
      throw error instanceof KeyUsedError ? new AppError('NOT_FOUND') : error;
    }
    sendWakeUps(wakeUps, workspaceId);
    return id;
  };
}

/** @throws AppError IDEMPOTENCY_MISMATCH, and NOT_FOUND when the post has been deleted since */
function earlierPostOf(used: KeyUse, { fieldsHash, filesHash }: RequestHashes): string {
  const isSame = used.fieldsHash === fieldsHash && used.filesHash === filesHash;
  if (!isSame) throw new AppError('IDEMPOTENCY_MISMATCH');
  if (used.postId === null) throw new AppError('NOT_FOUND');
  return used.postId;
}

interface NewPost {
  id: string;
  key: string | undefined;
  hashes: RequestHashes;
  files: readonly NewMedia[];
}

/** One transaction. @throws KeyUsedError, AppError */
async function insertOnce(
  { database, media }: ChangeDependencies,
  { userId, workspaceId }: Member,
  creation: PostCreation,
  { id, key, hashes, files }: NewPost,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    for (const file of files) if (!file.isInserted) await media.insert(tx, workspaceId, file);
    await creation.insert(tx, id, files);
    if (key === undefined) return;
    const use = { userId, workspaceId, key, ...hashes, postId: id };
    if (!(await createIdempotencyRepository(tx).insert(use))) throw new KeyUsedError();
  });
}

class KeyUsedError extends Error {}

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
