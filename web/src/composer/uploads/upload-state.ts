import { findLibraryId } from '../../library/media/library-ids.ts';

/** How far a file's upload is. It lies on the server, as far as it came, whatever happens here. */
export type Upload =
  /** Others go first. `sent` is in bytes. */
  | { state: 'queued'; sent: number }
  | { state: 'sending'; sent: number }
  /** It is tried again by itself; `offline` if the server was not reached. */
  | { state: 'interrupted'; sent: number; offline: boolean }
  /** It waits for the user, and goes on where it was; `reason` if the server gave one. */
  | { state: 'failed'; sent: number; reason: string | null }
  /** The server does not take this file. */
  | { state: 'refused'; message: string }
  /** All of it is on the server, under this id. */
  | { state: 'finished'; id: string };

export type UploadEvent =
  | { type: 'queued' }
  | { type: 'started' }
  | { type: 'progressed'; sent: number }
  | { type: 'dropped'; offline: boolean }
  | { type: 'stalled'; reason: string | null }
  | { type: 'refused'; message: string }
  | { type: 'finished'; id: string };

/** What is said once nothing has moved for too long; the button beside it goes on. */
export const RETRY_LABEL = 'Falhou. Tentar de novo';

/** What becomes of an upload; what comes too late changes nothing. */
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

/** Nothing of it is on the line. */
const isWaiting = ({ state }: Upload) => state === 'queued' || state === 'failed';

/** From this size on a file is sent as soon as it is chosen, so that it can be resumed; in bytes. */
const RESUMABLE_FROM_BYTES = 5 * 1024 * 1024;

/** The part that has been sent, in percent. */
export function percentOf(upload: Upload, size: number): number {
  if (upload.state === 'finished') return 100;
  if (upload.state === 'refused' || size === 0) return 0;
  return Math.floor((upload.sent / size) * 100);
}

/**
 * The ids of files that have been sent ahead, in the order given; null while one of them is still on
 * its way, or waits for the user.
 */
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
  /** It is the key of the file's upload. */
  url: string;
  file: { name: string; size: number };
}

/**
 * Those that are sent ahead: all as soon as one is large, or lies on the server already, because a post
 * takes them in one way.
 */
export function selectEarlyUploads<F extends UploadableFile>(files: readonly F[]): readonly F[] {
  const needsEarlyUpload = ({ file }: F) =>
    file.size >= RESUMABLE_FROM_BYTES || findLibraryId(file) !== undefined;
  return files.some(needsEarlyUpload) ? files : [];
}

/** How the files of a post that are sent ahead are doing together. */
export interface UploadSummary {
  /** How much is on the server, as a part of 1; null once it is all there, or if nothing has to be. */
  fraction: number | null;
  /** Why the post cannot be made of these files. */
  refusal: string | null;
  /** One of them waits for the user. */
  isStalled: boolean;
  /** What the server says of that. */
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
