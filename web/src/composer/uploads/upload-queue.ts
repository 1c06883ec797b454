import { ApiError, stalledError } from '../../api/api-error.ts';
import type { PickedFile } from '../form.rules.ts';
import {
  selectEarlyUploads,
  listUploadIds,
  reduceUpload,
  summarizeUploads,
  type UploadSummary,
  type Upload,
  type UploadEvent,
} from './upload-state.ts';
import type { Uploader, UploaderOptions } from './uploader.ts';

/** Browsers open six connections to a server, and the page needs some for itself. */
const MAX_CONCURRENT_UPLOADS = 3;

type Uploads = ReadonlyMap<string, Upload>;

export interface UploadQueue {
  uploads: () => Uploads;
  subscribe: (listener: () => void) => () => void;
  /** Cancels the uploads of all other files. */
  setFiles: (files: readonly PickedFile[]) => void;
  retry: (urls: Iterable<string>) => void;
  /** Uploads all files again, because the server has forgotten them. */
  restart: () => void;
  /** @throws ApiError UPLOAD_REFUSED, UPLOAD_STALLED, and the signal's reason */
  waitForUploads: (
    files: readonly PickedFile[],
    progress: { signal: AbortSignal | undefined; onFraction: (fraction: number) => void },
  ) => Promise<string[]>;
  close: () => void;
}

/** `selectFiles` returns the files that are uploaded early. */
export function createUploadQueue(
  openUploader: (onEvent: UploaderOptions['onEvent']) => Uploader,
  selectFiles: typeof selectEarlyUploads = selectEarlyUploads,
): UploadQueue {
  const listeners = new Set<() => void>();
  const queue = new Map<string, () => void>();
  const running = new Set<string>();
  let uploads: Uploads = new Map();
  let currentFiles: readonly PickedFile[] = [];

  const setUploads = (next: Uploads) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const applyEvent = (url: string, event: UploadEvent) => {
    const upload = reduceUpload(uploads.get(url), event);
    setUploads(new Map(uploads).set(url, upload));
    return upload;
  };
  const startNext = () => {
    for (const [url, begin] of queue) {
      if (running.size >= MAX_CONCURRENT_UPLOADS) return;
      queue.delete(url);
      running.add(url);
      begin();
    }
  };
  const uploader = openUploader((url, event) => {
    const upload = applyEvent(url, event);
    if (upload.state === 'sending' || upload.state === 'interrupted') return;
    running.delete(url);
    startNext();
  });

  const setFiles = (files: readonly PickedFile[]) => {
    currentFiles = files;
    const selectedFiles = new Map(selectFiles(files).map(({ url, file }) => [url, file]));
    const next = new Map(uploads);
    for (const url of uploads.keys()) {
      if (selectedFiles.has(url)) continue;
      uploader.cancel(url);
      queue.delete(url);
      running.delete(url);
      next.delete(url);
    }
    for (const [url, file] of selectedFiles) {
      if (next.has(url)) continue;
      queue.set(url, () => uploader.start(url, file));
      next.set(url, { state: 'queued', sent: 0 });
    }
    setUploads(next);
    startNext();
  };
  const retry = (urls: Iterable<string>) => {
    const failed = [...urls].filter((url) => uploads.get(url)?.state === 'failed');
    for (const url of failed) {
      queue.set(url, () => uploader.retry(url));
      applyEvent(url, { type: 'queued' });
    }
    startNext();
  };

  return {
    uploads: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setFiles,
    retry,
    restart: () => {
      const restartedFiles = currentFiles;
      setFiles([]);
      setFiles(restartedFiles);
    },
    waitForUploads: (files, progress) => {
      retry(files.map(({ url }) => url));
      return waitUntilUploaded(files, progress, { uploads: () => uploads, listeners, selectFiles });
    },
    close: () => setFiles([]),
  };
}

function waitUntilUploaded(
  files: readonly PickedFile[],
  { signal, onFraction }: Parameters<UploadQueue['waitForUploads']>[1],
  uploadQueue: {
    uploads: () => Uploads;
    listeners: Set<() => void>;
    selectFiles: typeof selectEarlyUploads;
  },
): Promise<string[]> {
  const { uploads, listeners, selectFiles } = uploadQueue;
  const urls = files.map(({ url }) => url);
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      listeners.delete(checkUploads);
      signal?.removeEventListener('abort', stop);
      end();
    };
    const stop = () => settle(() => reject(signal?.reason));
    const checkUploads = () => {
      const ids = listUploadIds(urls, uploads());
      const { fraction, ...summary } = summarizeUploads(files, uploads(), selectFiles);
      const failure = failureOf(summary);
      if (ids !== null) settle(() => resolve(ids));
      else if (failure !== null) settle(() => reject(failure));
      else onFraction(fraction ?? 0);
    };
    listeners.add(checkUploads);
    signal?.addEventListener('abort', stop);
    checkUploads();
  });
}

/** Null while the files may arrive without the user. */
function failureOf({
  refusal,
  isStalled,
  reason,
}: Omit<UploadSummary, 'fraction'>): ApiError | null {
  if (refusal !== null)
    return new ApiError({ code: 'UPLOAD_REFUSED', status: 0, message: refusal });
  return isStalled ? stalledError(reason) : null;
}
