import { errorCatalogue } from '@pontual/contract/errors.ts';
import type { DetailedError, Upload as Tus, UploadOptions } from 'tus-js-client';
import * as z from 'zod/mini';
import type { UploadEvent } from './upload-state.ts';

/** Without progress for so long, an upload waits for the user (specification, section 9). */
const STALL_MS = 10_000;
/** Between attempts after a dropped connection; together more than `STALL_MS`. */
const RETRY_DELAYS_MS = [0, 500, 1000, 2000, 3000, 3000, 3000];
/** So much goes out in one request: what a proxy in between takes, too. */
const CHUNK_BYTES = 16 * 1024 * 1024;

interface UploaderSettings {
  /** Where uploads are created. */
  endpoint: string;
  /** Of the session. */
  token: () => string | undefined;
  onEvent: (key: string, event: UploadEvent) => void;
  stallMs?: number;
  /** How files are read, and what is sent at once; the browser's own way unless told. */
  transport?: Pick<UploadOptions, 'fileReader' | 'chunkSize'>;
}

export interface Uploader {
  /** Sends a file under a key of the caller's. */
  start: (key: string, file: File) => void;
  /** Goes on with a file that stood still, from where it was. */
  retry: (key: string) => void;
  /** Stops and takes what has been sent off the server. */
  cancel: (key: string) => void;
  /** Stops everything; what has been sent is left for the server to collect. */
  close: () => void;
}

interface Run {
  tus: Tus | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Sends files by the tus protocol, one by one and all at once, and tells how each is doing. */
export function createUploader(settings: UploaderSettings): Uploader {
  const { onEvent, stallMs = STALL_MS } = settings;
  const runs = new Map<string, Run>();

  /** Gives up, for now, what does not move. */
  const watch = (key: string, run: Run) => {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => {
      void run.tus?.abort();
      onEvent(key, { type: 'stalled' });
    }, stallMs);
  };
  const end = (key: string, event: UploadEvent) => {
    clearTimeout(runs.get(key)?.timer);
    runs.delete(key);
    onEvent(key, event);
  };

  const optionsFor = (key: string, run: Run, file: File): UploadOptions => {
    let most = 0;
    return {
      ...settings.transport,
      endpoint: settings.endpoint,
      chunkSize: settings.transport?.chunkSize ?? CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      metadata: { filename: file.name, filetype: file.type },
      // Another tab, or another user of this browser, must not go on with it.
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        const token = settings.token();
        if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`);
      },
      onProgress: (sent) => {
        // After a drop the server may know less than was sent; that is no progress.
        if (sent > most) watch(key, run);
        most = Math.max(most, sent);
        onEvent(key, { type: 'progressed', sent });
      },
      onShouldRetry: (error) => {
        const again = isPassing(error);
        if (again) onEvent(key, { type: 'dropped' });
        return again;
      },
      onError: (error) => {
        if ('originalRequest' in error && !isPassing(error))
          end(key, { type: 'refused', message: messageOf(error) });
        else {
          clearTimeout(run.timer);
          onEvent(key, { type: 'stalled' });
        }
      },
      onSuccess: () => end(key, { type: 'finished', id: idIn(run.tus?.url ?? '') }),
    };
  };

  return {
    start: (key, file) => {
      const run: Run = { tus: null, timer: undefined };
      runs.set(key, run);
      onEvent(key, { type: 'started' });
      watch(key, run);
      // Loaded with the first large file: most posts are made of small ones.
      import('tus-js-client').then(
        ({ Upload }) => {
          // Cancelled meanwhile.
          if (runs.get(key) !== run) return;
          run.tus = new Upload(file, optionsFor(key, run, file));
          run.tus.start();
        },
        () => onEvent(key, { type: 'stalled' }),
      );
    },
    retry: (key) => {
      const run = runs.get(key);
      if (run?.tus === null || run === undefined) return;
      onEvent(key, { type: 'started' });
      watch(key, run);
      run.tus.start();
    },
    cancel: (key) => {
      const run = runs.get(key);
      clearTimeout(run?.timer);
      runs.delete(key);
      // Nobody waits for it: the server collects what is never used.
      run?.tus?.abort(true).catch(() => undefined);
    },
    close: () => {
      for (const { tus, timer } of runs.values()) {
        clearTimeout(timer);
        void tus?.abort();
      }
      runs.clear();
    },
  };
}

/** Whether trying again can help: the line was cut, or the server is not itself. */
function isPassing({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0;
  return status < 400 || status >= 500 || status === 409 || status === 423;
}

const refusal = z.object({ message: z.string() });

/** The server's sentence. */
function messageOf({ originalResponse }: DetailedError): string {
  try {
    return z.parse(refusal, JSON.parse(originalResponse?.getBody() ?? '')).message;
  } catch {
    return errorCatalogue.UPLOAD_INTERRUPTED.message;
  }
}

const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);
