import { ApiError, stalled } from '../../../api/api-error.ts';
import type { PickedFile } from '../form-rules.ts';
import { aheadOf, idsOf, nextUpload, standingOf, type Upload } from './upload-state.ts';
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

export function createOutbox(open: (onEvent: UploaderSettings['onEvent']) => Uploader): Outbox {
  const listeners = new Set<() => void>();
  const queue = new Map<string, File>();
  /** Those that have been begun, and are not over. */
  const running = new Set<string>();
  let uploads: Uploads = new Map();
  let held: readonly PickedFile[] = [];

  const set = (next: Uploads) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const startNext = () => {
    for (const [url, file] of queue) {
      if (running.size >= MOST_AT_ONCE) return;
      queue.delete(url);
      running.add(url);
      uploader.start(url, file);
    }
  };
  const uploader = open((url, event) => {
    const upload = nextUpload(uploads.get(url), event);
    set(new Map(uploads).set(url, upload));
    if (upload.state !== 'finished' && upload.state !== 'refused') return;
    running.delete(url);
    startNext();
  });

  const hold = (files: readonly PickedFile[]) => {
    held = files;
    const ahead = new Map(aheadOf(files).map(({ url, file }) => [url, file]));
    const next = new Map(uploads);
    for (const url of uploads.keys()) {
      if (ahead.has(url)) continue;
      uploader.cancel(url);
      queue.delete(url);
      running.delete(url);
      next.delete(url);
    }
    for (const [url, file] of ahead) {
      if (next.has(url)) continue;
      queue.set(url, file);
      next.set(url, { state: 'sending', sent: 0 });
    }
    set(next);
    startNext();
  };
  const retry = (urls: Iterable<string>) => {
    for (const url of urls) if (uploads.get(url)?.state === 'failed') uploader.retry(url);
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
    arrival: (files, { signal, onFraction }) => {
      const urls = files.map(({ url }) => url);
      retry(urls);
      return new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          listeners.delete(look);
          signal?.removeEventListener('abort', stop);
          end();
        };
        const stop = () => settle(() => reject(signal?.reason));
        const look = () => {
          const ids = idsOf(urls, uploads);
          const { fraction, refusal, isStalled } = standingOf(files, uploads);
          if (ids !== null) settle(() => resolve(ids));
          else if (refusal !== null) settle(() => reject(refused(refusal)));
          else if (isStalled) settle(() => reject(stalled()));
          else onFraction(fraction ?? 0);
        };
        listeners.add(look);
        signal?.addEventListener('abort', stop);
        look();
      });
    },
    close: () => hold([]),
  };
}

const refused = (message: string) => new ApiError({ code: 'UPLOAD_REFUSED', status: 0, message });
