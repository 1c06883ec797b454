import { ApiError, stalled } from '../../../api/api-error.ts';
import type { PickedFile } from '../form-rules.ts';
import {
  aheadOf,
  idsOf,
  nextUpload,
  standingOf,
  type Standing,
  type Upload,
  type UploadEvent,
} from './upload-state.ts';
import type { Uploader, UploaderSettings } from './uploader.ts';

/** A browser opens six connections to a server, and the page needs some for itself. */
const MOST_AT_ONCE = 3;

type Uploads = ReadonlyMap<string, Upload>;

/** The files of one post that are sent before the post itself. */
export interface Outbox {
  /** By the url of the file. */
  uploads: () => Uploads;
  /** Calls back after every change; gives what ends that. */
  subscribe: (listener: () => void) => () => void;
  /** Sends those of these files that are to be sent ahead, and takes back all others. */
  hold: (files: readonly PickedFile[]) => void;
  /** Goes on with those that stood still. */
  retry: (urls: Iterable<string>) => void;
  /** Sends everything once more, because the server knows nothing of it. */
  startOver: () => void;
  /**
   * The ids of these files, once all of them are there.
   * @throws ApiError UPLOAD_REFUSED, UPLOAD_STALLED, and the signal's reason
   */
  arrival: (
    files: readonly PickedFile[],
    told: { signal: AbortSignal | undefined; onFraction: (fraction: number) => void },
  ) => Promise<string[]>;
  /** Takes back what is not finished. */
  close: () => void;
}

/** `ahead` says which of its files are sent ahead. */
export function createOutbox(
  open: (onEvent: UploaderSettings['onEvent']) => Uploader,
  ahead: typeof aheadOf = aheadOf,
): Outbox {
  const listeners = new Set<() => void>();
  /** What begins those that wait for their turn, or goes on with them. */
  const queue = new Map<string, () => void>();
  /** Those that are on the line. */
  const running = new Set<string>();
  let uploads: Uploads = new Map();
  let held: readonly PickedFile[] = [];

  const set = (next: Uploads) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const change = (url: string, event: UploadEvent) => {
    const upload = nextUpload(uploads.get(url), event);
    set(new Map(uploads).set(url, upload));
    return upload;
  };
  const startNext = () => {
    for (const [url, begin] of queue) {
      if (running.size >= MOST_AT_ONCE) return;
      queue.delete(url);
      running.add(url);
      begin();
    }
  };
  const uploader = open((url, event) => {
    const upload = change(url, event);
    if (upload.state === 'sending' || upload.state === 'interrupted') return;
    // What stands still keeps no other from its turn.
    running.delete(url);
    startNext();
  });

  const hold = (files: readonly PickedFile[]) => {
    held = files;
    const wanted = new Map(ahead(files).map(({ url, file }) => [url, file]));
    const next = new Map(uploads);
    for (const url of uploads.keys()) {
      if (wanted.has(url)) continue;
      uploader.cancel(url);
      queue.delete(url);
      running.delete(url);
      next.delete(url);
    }
    for (const [url, file] of wanted) {
      if (next.has(url)) continue;
      queue.set(url, () => uploader.start(url, file));
      next.set(url, { state: 'queued', sent: 0 });
    }
    set(next);
    startNext();
  };
  const retry = (urls: Iterable<string>) => {
    const failed = [...urls].filter((url) => uploads.get(url)?.state === 'failed');
    for (const url of failed) {
      queue.set(url, () => uploader.retry(url));
      change(url, { type: 'queued' });
    }
    startNext();
  };

  return {
    uploads: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold,
    retry,
    startOver: () => {
      const again = held;
      hold([]);
      hold(again);
    },
    arrival: (files, told) => {
      retry(files.map(({ url }) => url));
      return arrivalOf(files, told, { uploads: () => uploads, listeners, ahead });
    },
    close: () => hold([]),
  };
}

function arrivalOf(
  files: readonly PickedFile[],
  { signal, onFraction }: Parameters<Outbox['arrival']>[1],
  outbox: { uploads: () => Uploads; listeners: Set<() => void>; ahead: typeof aheadOf },
): Promise<string[]> {
  const { uploads, listeners, ahead } = outbox;
  const urls = files.map(({ url }) => url);
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      listeners.delete(look);
      signal?.removeEventListener('abort', stop);
      end();
    };
    const stop = () => settle(() => reject(signal?.reason));
    const look = () => {
      const ids = idsOf(urls, uploads());
      const { fraction, ...standing } = standingOf(files, uploads(), ahead);
      const failure = failureOf(standing);
      if (ids !== null) settle(() => resolve(ids));
      else if (failure !== null) settle(() => reject(failure));
      else onFraction(fraction ?? 0);
    };
    listeners.add(look);
    signal?.addEventListener('abort', stop);
    look();
  });
}

/** Why files will not arrive as they are; null while they may. */
function failureOf({ refusal, isStalled, reason }: Omit<Standing, 'fraction'>): ApiError | null {
  if (refusal !== null)
    return new ApiError({ code: 'UPLOAD_REFUSED', status: 0, message: refusal });
  return isStalled ? stalled(reason) : null;
}
