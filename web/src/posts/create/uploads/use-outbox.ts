import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import type { UploadOptions } from '../../../api/client.ts';
import { currentSession, currentWorkspace, expireSession } from '../../../api/session-store.ts';
import type { SentFiles } from '../../posts.queries.ts';
import type { PickedFile } from '../form-rules.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { aheadOf, libraryIdOf, type Upload } from './upload-state.ts';
import { createUploader, loadProtocol } from './uploader.ts';

/** What is sent ahead of a post. */
export interface Ahead {
  outbox: Outbox;
  /** By the url of the file. */
  uploads: ReadonlyMap<string, Upload>;
}

export const noFiles: readonly PickedFile[] = [];

const ownToken = () => currentSession()?.token;

/** What lies in the library is not sent again. */
function arrived(file: File): Promise<string> | null {
  const id = libraryIdOf(file);
  return id === undefined
    ? null
    : import('../../../library/from-library.ts').then(({ takeAsUpload }) => takeAsUpload(id));
}

/** An outbox to the server, for one post; in the name of whoever is logged in unless told. */
export const openOutbox = (
  token: () => string | undefined = ownToken,
  ahead: typeof aheadOf = aheadOf,
): Outbox =>
  createOutbox(
    (onEvent) =>
      createUploader({
        endpoint: '/api/uploads',
        token,
        workspace: currentWorkspace,
        arrived,
        onExpired: expireSession,
        onEvent,
      }),
    ahead,
  );

/** Sends large files as soon as they are chosen, until they are no longer among those given. */
export function useOutbox(files: readonly PickedFile[], ahead = aheadOf): Ahead {
  const [outbox] = useState(() => openOutbox(ownToken, ahead));
  const uploads = useSyncExternalStore(outbox.subscribe, outbox.uploads);

  useEffect(() => {
    // What it comes to is told with the first file that needs it.
    loadProtocol().catch(() => undefined);
  }, []);
  useEffect(() => outbox.hold(files), [outbox, files]);
  useEffect(() => {
    const goOn = () => outbox.retry(outbox.uploads().keys());
    addEventListener('online', goOn);
    return () => {
      removeEventListener('online', goOn);
      outbox.close();
    };
  }, [outbox]);
  return { outbox, uploads };
}

/** What can be told of a form whose files are there, before it has gone out itself. */
const ALMOST = 0.99;

/** Sends a form once its large files have arrived, or with its files if they are small. */
export async function deliver<T>(
  { outbox, files }: { outbox: Outbox; files: readonly PickedFile[] },
  options: UploadOptions,
  send: (sent: SentFiles, options: UploadOptions) => Promise<T>,
): Promise<T> {
  if (aheadOf(files).length === 0) return send({ files: files.map(({ file }) => file) }, options);
  const { signal, onProgress } = options;
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const tell = (fraction: number) => onProgress?.(fraction, Math.floor(fraction * size));
  const uploadIds = await outbox.arrival(files, {
    signal,
    onFraction: (fraction) => tell(Math.min(fraction, ALMOST)),
  });
  try {
    return await send(
      { uploadIds },
      { ...options, onProgress: (fraction) => tell(fraction < 1 ? ALMOST : 1) },
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND') outbox.startOver();
    throw error;
  }
}
