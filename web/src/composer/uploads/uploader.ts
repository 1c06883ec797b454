import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import type { DetailedError, Upload as Tus, UploadOptions } from 'tus-js-client';
import * as z from 'zod/mini';
import { isRefusal } from '../../api/api-error.ts';
import type { UploadEvent } from './upload-state.ts';

/** Without progress for so long, an upload waits for the user (specification, section 9). */
const STALL_TIMEOUT_MS = 10_000;
/** Once everything is sent the server still reads the file. */
const RESPONSE_TIMEOUT_MS = 180_000;
/** Between attempts after a dropped connection; together more than `STALL_TIMEOUT_MS`. */
const RETRY_DELAYS_MS = [0, 500, 1000, 2000, 3000, 3000, 3000];
/** So much goes out in one request: what a proxy in between takes, too. */
const CHUNK_BYTES = 16 * 1024 * 1024;

interface Protocol {
  Upload: new (file: File, options: UploadOptions) => Tus;
}

/** Loads what sends: asked for early, because a browser that failed once may not try again. */
export const loadProtocol = (): Promise<Protocol> => import('tus-js-client');

/** Nothing but a new page loads what is missing. */
const NOT_LOADED =
  'A página não carregou por inteiro. Recarregue a página e escolha os arquivos de novo.';

export interface UploaderOptions {
  /** Where uploads are created. */
  endpoint: string;
  /** Of the session. */
  token: () => string | undefined;
  /** Where it is sent to; unless told, where its user works. */
  workspace?: () => string | undefined;
  /** The server no longer knows the session of this token. */
  onExpired: (token: string) => void;
  onEvent: (key: string, event: UploadEvent) => void;
  /** The id of an upload that is there without being sent; null where the file has to be. */
  findExistingUpload?: (file: File) => Promise<string> | null;
  stallMs?: number;
  /** Where the protocol comes from. */
  load?: () => Promise<Protocol>;
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

interface UploadRun {
  file: File;
  /** Of the last turn; null until the protocol has been loaded. */
  tus: Tus | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** How often it was begun or given up: what was meant for an earlier time is over. */
  attempt: number;
  /** What the server said when it last failed; null if it was not reached, or has done well since. */
  reason: string | null;
}

/** Sends files by the tus protocol, one by one and all at once, and tells how each is doing. */
export function createUploader(settings: UploaderOptions): Uploader {
  const { onEvent, stallMs = STALL_TIMEOUT_MS, load = loadProtocol } = settings;
  const runs = new Map<string, UploadRun>();

  /** Gives up, for now, what does not move. */
  const watchForStall = (key: string, run: UploadRun, ms = stallMs) => {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => {
      void run.tus?.abort();
      stall(key, run, run.reason);
    }, ms);
  };
  const stall = (key: string, run: UploadRun, reason: string | null) => {
    clearTimeout(run.timer);
    run.attempt += 1;
    onEvent(key, { type: 'stalled', reason });
  };
  const finish = (key: string, event: UploadEvent) => {
    clearTimeout(runs.get(key)?.timer);
    runs.delete(key);
    onEvent(key, event);
  };

  const startAttempt = (key: string, run: UploadRun) => {
    run.attempt += 1;
    run.reason = null;
    const { attempt } = run;
    const isOver = () => runs.get(key) !== run || run.attempt !== attempt;
    onEvent(key, { type: 'started' });
    watchForStall(key, run);
    const existingUpload = settings.findExistingUpload?.(run.file) ?? null;
    if (existingUpload !== null) {
      existingUpload.then(
        (id) => {
          if (!isOver()) finish(key, { type: 'finished', id });
        },
        (error: unknown) => {
          if (!isOver()) stall(key, run, isRefusal(error) ? error.message : null);
        },
      );
      return;
    }
    load().then(
      ({ Upload }) => {
        // Cancelled meanwhile, or given up.
        if (isOver()) return;
        // Each turn has attempts of its own, and goes on where the last one was.
        const currentAttempt: UploadAttempt = {
          isOver,
          report: (event) => onEvent(key, event),
          watchForStall: (ms) => watchForStall(key, run, ms),
          stall: (reason) => stall(key, run, reason),
          finish: (event) => finish(key, event),
        };
        run.tus = new Upload(run.file, createUploadOptions(settings, run, currentAttempt));
        run.tus.start();
      },
      () => {
        if (!isOver()) stall(key, run, NOT_LOADED);
      },
    );
  };

  return {
    start: (key, file) => {
      const run: UploadRun = { file, tus: null, timer: undefined, attempt: 0, reason: null };
      runs.set(key, run);
      startAttempt(key, run);
    },
    retry: (key) => {
      const run = runs.get(key);
      if (run !== undefined) startAttempt(key, run);
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

/** What can be told of a run until it is begun again, or given up. */
interface UploadAttempt {
  isOver: () => boolean;
  report: (event: UploadEvent) => void;
  /** Gives up what does not move for so long. */
  watchForStall: (ms?: number) => void;
  stall: (reason: string | null) => void;
  finish: (event: UploadEvent) => void;
}

function createUploadOptions(
  settings: UploaderOptions,
  run: UploadRun,
  attempt: UploadAttempt,
): UploadOptions {
  const { file } = run;
  let token: string | undefined;
  let highestSent = 0;
  return {
    ...settings.transport,
    endpoint: settings.endpoint,
    uploadUrl: run.tus?.url ?? null,
    chunkSize: settings.transport?.chunkSize ?? CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    metadata: { filename: file.name, filetype: file.type },
    // Another tab, or another user of this browser, must not go on with it.
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      token = settings.token();
      if (token === undefined) return;
      request.setHeader('Authorization', `Bearer ${token}`);
      const workspace = settings.workspace?.();
      if (workspace !== undefined) request.setHeader(WORKSPACE_HEADER, workspace);
    },
    onProgress: (sent) => {
      if (attempt.isOver()) return;
      if (sent > highestSent) {
        run.reason = null;
        attempt.watchForStall(sent < file.size ? settings.stallMs : RESPONSE_TIMEOUT_MS);
      }
      // After a drop the server may know less than was sent: from there on all is progress again.
      highestSent = sent;
      attempt.report({ type: 'progressed', sent });
    },
    onShouldRetry: (error) => {
      const shouldRetry = isTransient(statusOf(error));
      if (!shouldRetry || attempt.isOver()) return shouldRetry;
      run.reason = reasonOf(error);
      attempt.report({ type: 'dropped', offline: statusOf(error) === 0 });
      return shouldRetry;
    },
    onError: (error) => {
      if (attempt.isOver()) return;
      if (!('originalRequest' in error)) {
        attempt.stall(null);
        return;
      }
      if (statusOf(error) === 401 && token !== undefined) settings.onExpired(token);
      if (isPermanent(statusOf(error)))
        attempt.finish({ type: 'refused', message: parseFailure(error).message });
      else attempt.stall(reasonOf(error));
    },
    onSuccess: () => {
      if (!attempt.isOver())
        attempt.finish({ type: 'finished', id: uploadIdOf(run.tus?.url ?? '') });
    },
  };
}

/** 0 if the server was not reached. */
const statusOf = ({ originalResponse }: DetailedError) => originalResponse?.getStatus() ?? 0;

/** Answers of the class 4xx that are over soon: too slow, or in use, or too many. */
const transientStatuses: ReadonlySet<number> = new Set([408, 409, 423, 429]);
const DISK_FULL = 507;

/** Whether trying again at once can help: the line was cut, or the server is not itself. */
const isTransient = (status: number) =>
  status < 400 || transientStatuses.has(status) || (status >= 500 && status !== DISK_FULL);

/** Whether no later try can help either. */
const isPermanent = (status: number) =>
  !isTransient(status) && status !== DISK_FULL && status !== 401;

/** What the server says of its own failures; null where the line is to blame, or another request. */
function reasonOf(error: DetailedError): string | null {
  const status = statusOf(error);
  return status === 401 || status === 429 || status >= 500 ? parseFailure(error).message : null;
}

const failureBody = z.object({ code: z.optional(z.string()), message: z.string() });

/** The server's code and sentence, or what is said in their place. */
function parseFailure(error: DetailedError): z.infer<typeof failureBody> {
  try {
    return z.parse(failureBody, JSON.parse(error.originalResponse?.getBody() ?? ''));
  } catch {
    const code = statusOf(error) < 500 ? 'UPLOAD_INTERRUPTED' : 'INTERNAL';
    return { code, message: browserErrors[code].message };
  }
}

const uploadIdOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
