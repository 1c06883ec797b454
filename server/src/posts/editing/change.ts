import type { PlanningPort } from '../planning-port.ts';
import type { InstagramLimits } from '@pontual/contract/shared/instagram-limits.ts';
import type { ErrorCode } from '@pontual/contract/shared/errors.ts';
import type { CommentOffer } from '../../instagram/connection/comment-offer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { AVI_TYPE } from '../../media/media.rules.ts';
import type { MediaService, ReceivedMedia } from '../../media/media.service.ts';
import type { Uploads } from '../../media/uploads/uploads.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { createEditingRepository } from './editing.repository.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import type { UploadRules } from '../content/media.rules.ts';
import { createPostsRepository, type ListedPost } from '../listing/posts.repository.ts';
import type { PostsService } from '../listing/posts.service.ts';

export interface ChangeDependencies {
  database: Database;
  media: MediaService;
  uploads: Uploads;
  posts: PostsService;
  planning: PlanningPort;
  wakeUps: WakeUps;
  ownerChanges: OwnerChanges;
  commentOffer: CommentOffer;
  instagramLimits: InstagramLimits;
}

/**
 * Locks the workspace and the publication, so that neither the engine nor another request writes it.
 * @throws AppError NOT_FOUND, and the errors of `change`
 */
export function changePost<T>(
  database: Database,
  workspaceId: string,
  postId: string,
  change: (tx: Tx, post: ListedPost) => Promise<T>,
): Promise<T> {
  return database.inTransaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    await createEditingRepository(tx).lock(workspaceId, postId);
    const post = await createPostsRepository(tx).find(workspaceId, postId);
    if (post === undefined) throw new AppError('NOT_FOUND');
    return change(tx, post);
  });
}

export function sendWakeUps(wakeUps: WakeUps, workspaceId: string): void {
  wakeUps.send([{ topic: 'work' }, { topic: 'posts', workspaceId }]);
}

/** File parts, or ids of finished uploads. */
export interface PostFilesInput {
  workspaceId: string;
  files: AsyncIterable<UploadedFile> | undefined;
  uploadIds: readonly string[] | undefined;
}

type FileReceivers = Pick<ChangeDependencies, 'media' | 'uploads'>;

/**
 * In their order; a file beyond the maximum is refused before it is read.
 * @throws AppError TOO_MANY_FILES, CAROUSEL_SIZE, UPLOAD_NOT_FOUND and the errors of receiving files
 */
export async function receiveFiles(
  { media, uploads }: FileReceivers,
  input: PostFilesInput,
  acceptance: UploadRules,
): Promise<ReceivedMedia[]> {
  const files = attachedFiles(input, acceptance);
  // The client does not wait for the check of the finished uploads.
  const received = files === undefined ? [] : await media.receive(files, acceptance);
  const finished = await uploads.receiveFinished(input.workspaceId, input.uploadIds ?? []);
  checkVideoContainers(finished, acceptance);
  return [...finished, ...received];
}

/** Of the uploaded bytes, which are neither decoded nor stored. */
export async function hashFiles(
  { media, uploads }: FileReceivers,
  input: PostFilesInput,
  acceptance: UploadRules,
): Promise<string[]> {
  const files = attachedFiles(input, acceptance);
  const hashes = files === undefined ? [] : await media.hash(files, acceptance);
  return [...(await uploads.hash(input.workspaceId, input.uploadIds ?? [])), ...hashes];
}

/** @throws AppError the error of a wrong count, also while the files are read */
function attachedFiles(
  { files, uploadIds = [] }: PostFilesInput,
  { maxFiles, wrongCount }: UploadRules,
): AsyncIterable<UploadedFile> | undefined {
  const remaining = maxFiles - uploadIds.length;
  if (remaining < 0) throw new AppError(wrongCount);
  return files === undefined ? undefined : limitFiles(remaining, files, wrongCount);
}

/** @throws AppError MEDIA_KIND */
export function checkVideoContainers(
  files: readonly ReceivedMedia[],
  { containers }: UploadRules,
): void {
  const isUnsupported = ({ media }: ReceivedMedia) =>
    media.contentType === AVI_TYPE && !containers.includes('avi');
  if (files.some(isUnsupported)) throw new AppError('MEDIA_KIND');
}

async function* limitFiles(
  maxFiles: number,
  files: AsyncIterable<UploadedFile>,
  wrongCount: ErrorCode,
): AsyncGenerator<UploadedFile> {
  let fileCount = 0;
  for await (const file of files) {
    if (fileCount === maxFiles) {
      file.stream.resume();
      throw new AppError(wrongCount);
    }
    fileCount += 1;
    yield file;
  }
}
