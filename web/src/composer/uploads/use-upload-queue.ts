import { UPLOADS_PATH } from '@pontual/contract/media/media.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { UploadOptions } from '../../api/client.ts';
import { currentSession, currentWorkspace, expireSession } from '../../api/session-store.ts';
import type { FormFiles } from '../../posts/posts-queries.ts';
import type { PickedFile } from '../form.rules.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import { selectEarlyUploads, type Upload } from './upload-state.ts';
import { findLibraryId } from '../../library/media/library-ids.ts';
import { createUploader, loadProtocol } from './uploader.ts';

export interface EarlyUploads {
  uploadQueue: UploadQueue;
  uploads: ReadonlyMap<string, Upload>;
}

export const noFiles: readonly PickedFile[] = [];

const readOwnToken = () => currentSession()?.token;

/** A file of the media library is not uploaded again. */
function findLibraryUpload(file: File): Promise<string> | null {
  const id = findLibraryId(file);
  return id === undefined
    ? null
    : import('../../library/media/library-files.ts').then(({ reuseAsUpload }) => reuseAsUpload(id));
}

/** Uses the token of the current session by default. */
export const openUploadQueue = (
  token: () => string | undefined = readOwnToken,
  selectFiles: typeof selectEarlyUploads = selectEarlyUploads,
): UploadQueue =>
  createUploadQueue(
    (onEvent) =>
      createUploader({
        endpoint: `/api${UPLOADS_PATH}`,
        token,
        workspace: currentWorkspace,
        findExistingUpload: findLibraryUpload,
        onExpired: expireSession,
        onEvent,
      }),
    selectFiles,
  );

export function useUploadQueue(
  files: readonly PickedFile[],
  selectFiles = selectEarlyUploads,
): EarlyUploads {
  const [uploadQueue] = useState(() => openUploadQueue(readOwnToken, selectFiles));
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.uploads);

  useEffect(() => {
    loadProtocol().catch(() => undefined);
  }, []);
  useEffect(() => uploadQueue.setFiles(files), [uploadQueue, files]);
  useEffect(() => {
    const retryAll = () => uploadQueue.retry(uploadQueue.uploads().keys());
    addEventListener('online', retryAll);
    return () => {
      removeEventListener('online', retryAll);
      uploadQueue.close();
    };
  }, [uploadQueue]);
  return { uploadQueue, uploads };
}

/** Shown at most before the form itself is sent. */
const FRACTION_BEFORE_SUBMIT = 0.99;

export async function sendWithUploads<T>(
  { uploadQueue, files }: { uploadQueue: UploadQueue; files: readonly PickedFile[] },
  options: UploadOptions,
  send: (sent: FormFiles, options: UploadOptions) => Promise<T>,
): Promise<T> {
  if (selectEarlyUploads(files).length === 0)
    return send({ files: files.map(({ file }) => file) }, options);
  const { signal, onProgress } = options;
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const reportProgress = (fraction: number) => onProgress?.(fraction, Math.floor(fraction * size));
  const uploadIds = await uploadQueue.waitForUploads(files, {
    signal,
    onFraction: (fraction) => reportProgress(Math.min(fraction, FRACTION_BEFORE_SUBMIT)),
  });
  try {
    return await send(
      { uploadIds },
      {
        ...options,
        onProgress: (fraction) => reportProgress(fraction < 1 ? FRACTION_BEFORE_SUBMIT : 1),
      },
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND') uploadQueue.restart();
    throw error;
  }
}
