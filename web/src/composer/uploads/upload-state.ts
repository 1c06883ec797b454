import { MEGABYTE } from '@pontual/contract/media/media.ts';
import { findLibraryId } from '../../library/media/library-ids.ts';

/** The server retains the bytes it has in every state. */
export type Upload =
  /** `sent` is in bytes. */
  | { state: 'queued'; sent: number }
  | { state: 'sending'; sent: number }
  /** Retried automatically; `offline` if the connection failed. */
  | { state: 'interrupted'; sent: number; offline: boolean }
  /** Resumes when the user retries; `reason` if the server gave one. */
  | { state: 'failed'; sent: number; reason: string | null }
  | { state: 'refused'; message: string }
  /** The server has the whole file under this id. */
  | { state: 'finished'; id: string };

export type UploadEvent =
  | { type: 'queued' }
  | { type: 'started' }
  | { type: 'progressed'; sent: number }
  | { type: 'dropped'; offline: boolean }
  | { type: 'stalled'; reason: string | null }
  | { type: 'refused'; message: string }
  | { type: 'finished'; id: string };

/** Shown after an upload has stalled; the button beside it retries. */
export const RETRY_LABEL = 'Falhou. Tentar de novo';

/** Late events change nothing. */
export function reduceUpload(
  upload: Upload = { state: 'queued', sent: 0 },
  event: UploadEvent,
): Upload {
  if (upload.state === 'finished' || upload.state === 'refused') return upload;
  const { sent } = upload;
  switch (event.type) {
    case 'queued':
      return { state: 'queued', sent };
    case 'started':
      return { state: 'sending', sent };
    case 'progressed':
      return isWaiting(upload) ? upload : { state: 'sending', sent: event.sent };
    case 'dropped':
      return isWaiting(upload) ? upload : { state: 'interrupted', sent, offline: event.offline };
    case 'stalled':
      return { state: 'failed', sent, reason: event.reason };
    case 'refused':
      return { state: 'refused', message: event.message };
    case 'finished':
      return { state: 'finished', id: event.id };
  }
}

const isWaiting = ({ state }: Upload) => state === 'queued' || state === 'failed';

/** In bytes: from this size on a file is uploaded as soon as it is chosen, so that it can be resumed. */
const RESUMABLE_FROM_BYTES = 5 * MEGABYTE;

export function percentOf(upload: Upload, size: number): number {
  if (upload.state === 'finished') return 100;
  if (upload.state === 'refused' || size === 0) return 0;
  return Math.floor((upload.sent / size) * 100);
}

/** In the order given; null while an upload is not finished. */
export function listUploadIds(
  keys: readonly string[],
  uploads: ReadonlyMap<string, Upload>,
): string[] | null {
  const ids = keys.map((key) => {
    const upload = uploads.get(key);
    return upload?.state === 'finished' ? upload.id : null;
  });
  return ids.every((id) => id !== null) ? ids : null;
}

interface UploadableFile {
  /** Also the key of the file's upload. */
  url: string;
  file: { name: string; size: number };
}

/** All files if one is large or of the media library, as a post takes its files in one way; else none. */
export function selectEarlyUploads<F extends UploadableFile>(files: readonly F[]): readonly F[] {
  const needsEarlyUpload = ({ file }: F) =>
    file.size >= RESUMABLE_FROM_BYTES || findLibraryId(file) !== undefined;
  return files.some(needsEarlyUpload) ? files : [];
}

export interface UploadSummary {
  /** Uploaded part from 0 to 1; null if all files are uploaded or none has to be. */
  fraction: number | null;
  refusal: string | null;
  isStalled: boolean;
  reason: string | null;
}

export function summarizeUploads(
  files: readonly UploadableFile[],
  uploads: ReadonlyMap<string, Upload>,
  selectFiles: typeof selectEarlyUploads = selectEarlyUploads,
): UploadSummary {
  let refusal: string | null = null;
  let isStalled = false;
  let reason: string | null = null;
  let isFinished = true;
  let sent = 0;
  let size = 0;
  for (const { url, file } of selectFiles(files)) {
    const upload = uploads.get(url);
    size += file.size;
    if (upload?.state === 'finished') sent += file.size;
    else isFinished = false;
    if (upload !== undefined && 'sent' in upload) sent += upload.sent;
    if (upload?.state === 'failed') {
      isStalled = true;
      reason ??= upload.reason;
    }
    if (upload?.state === 'refused')
      refusal ??= files.length === 1 ? upload.message : `${file.name}: ${upload.message}`;
  }
  return { fraction: isFinished ? null : sent / size, refusal, isStalled, reason };
}
