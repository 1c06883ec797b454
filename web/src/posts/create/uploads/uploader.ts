import { errorCatalogue } from '@pontual/contract/errors.ts';
import type { DetailedError, Upload as Tus, UploadOptions } from 'tus-js-client';
import * as z from 'zod/mini';
import type { UploadEvent } from './upload-state.ts';

/** Without progress for so long, an upload waits for the user (specification, section 9). */
const STALL_MS = 10_000;
/** Once everything is sent the server still reads the file. */
const ANSWER_MS = 60_000;
/** Between attempts after a dropped connection; together more than `STALL_MS`. */
const RETRY_DELAYS_MS = [0, 500, 1000, 2000, 3000, 3000, 3000];
/** So much goes out in one request: what a proxy in between takes, too. */
const CHUNK_BYTES = 16 * 1024 * 1024;

export interface UploaderSettings {
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
}

interface Run {
  file: File;
  /** Null until the protocol has been loaded. */
  tus: Tus | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** How often it was begun or given up: what was meant for an earlier time is over. */
  turn: number;
}

/** Sends files by the tus protocol, one by one and all at once, and tells how each is doing. */
export function createUploader(settings: UploaderSettings): Uploader {
  const { onEvent, stallMs = STALL_MS } = settings;
  const runs = new Map<string, Run>();

  /** Gives up, for now, what does not move. */
  const watch = (key: string, run: Run, ms = stallMs) => {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => {
      run.turn += 1;
      void run.tus?.abort();
      onEvent(key, { type: 'stalled' });
    }, ms);
  };
  const end = (key: string, event: UploadEvent) => {
    clearTimeout(runs.get(key)?.timer);
    runs.delete(key);
    onEvent(key, event);
  };

  const optionsFor = (key: string, run: Run): UploadOptions => {
    const { file } = run;
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
        if (sent > most) watch(key, run, sent < file.size ? stallMs : ANSWER_MS);
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

  const go = (key: string, run: Run) => {
    run.turn += 1;
    const { turn } = run;
    onEvent(key, { type: 'started' });
    watch(key, run);
    // Loaded with the first large file: most posts are made of small ones.
    import('tus-js-client').then(
      ({ Upload }) => {
        // Cancelled meanwhile, or given up.
        if (runs.get(key) !== run || run.turn !== turn) return;
        run.tus ??= new Upload(run.file, optionsFor(key, run));
        run.tus.start();
      },
      // The watch tells of it, if it stays so.
      () => undefined,
    );
  };

  return {
    start: (key, file) => {
      const run: Run = { file, tus: null, timer: undefined, turn: 0 };
      runs.set(key, run);
      go(key, run);
    },
    retry: (key) => {
      const run = runs.get(key);
      if (run !== undefined) go(key, run);
    },
    cancel: (key) => {
      const run = runs.get(key);
      clearTimeout(run?.timer);
      runs.delete(key);
      // Nobody waits for it: the server collects what is never used.
      run?.tus?.abort(true).catch(() => undefined);
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
