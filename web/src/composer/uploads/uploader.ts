import { MEGABYTE } from '@pontual/contract/media/media.ts';
import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import type { DetailedError, Upload as Tus, UploadOptions } from 'tus-js-client';
import * as z from 'zod/mini';
import { isRefusal } from '../../api/api-error.ts';
import type { UploadEvent } from './upload-state.ts';

/** In ms without progress; then an upload stalls until the user retries (specification, section 9). */
const STALL_TIMEOUT_MS = 10_000;
/** In ms. The server still processes the file after the last byte. */
const RESPONSE_TIMEOUT_MS = 180_000;
/** Delays of automatic retries in ms; together longer than `STALL_TIMEOUT_MS`. */
const RETRY_DELAYS_MS = [0, 500, 1000, 2000, 3000, 3000, 3000];
/** Bytes per request; a proxy in between accepts this size. */
const CHUNK_BYTES = 16 * MEGABYTE;

interface Protocol {
  Upload: new (file: File, options: UploadOptions) => Tus;
}

/** Loads the tus client. Called early, because a browser may not retry a failed import. */
export const loadProtocol = (): Promise<Protocol> => import('tus-js-client');

/** Only a reload of the page retries the failed import. */
const NOT_LOADED =
  'A página não carregou por inteiro. Recarregue a página e escolha os arquivos de novo.';

export interface UploaderOptions {
  endpoint: string;
  token: () => string | undefined;
  workspace?: () => string | undefined;
  onExpired: (token: string) => void;
  onEvent: (key: string, event: UploadEvent) => void;
  /** Null if the file must be sent. */
  findExistingUpload?: (file: File) => Promise<string> | null;
  stallMs?: number;
  load?: () => Promise<Protocol>;
  transport?: Pick<UploadOptions, 'fileReader' | 'chunkSize'>;
}

export interface Uploader {
  /** `key` identifies the file in events. */
  start: (key: string, file: File) => void;
  /** Resumes at the offset of the stalled upload. */
  retry: (key: string) => void;
  /** Deletes the data on the server, too. */
  cancel: (key: string) => void;
}

interface UploadRun {
  file: File;
  /** Client of the last attempt; null until the protocol is loaded. */
  tus: Tus | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts starts and stalls; callbacks of an earlier attempt are ignored. */
  attempt: number;
  /** Message of the server at the last failure; null if the connection failed, or after new progress. */
  reason: string | null;
}

export function createUploader(settings: UploaderOptions): Uploader {
  const { onEvent, stallMs = STALL_TIMEOUT_MS, load = loadProtocol } = settings;
  const runs = new Map<string, UploadRun>();

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
        if (isOver()) return;
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
      // Not awaited: the server deletes unused uploads anyway.
      run?.tus?.abort(true).catch(() => undefined);
    },
  };
}

interface UploadAttempt {
  isOver: () => boolean;
  report: (event: UploadEvent) => void;
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
    // Another tab, or another user of this browser, must not resume it.
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
      // After a drop the server's offset may be below the sent bytes; progress counts from that offset.
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

/** 0 if the connection failed. */
const statusOf = ({ originalResponse }: DetailedError) => originalResponse?.getStatus() ?? 0;

/** 4xx statuses that are temporary: timeout, conflict, locked, too many requests. */
const transientStatuses: ReadonlySet<number> = new Set([408, 409, 423, 429]);
const DISK_FULL = 507;

/** Whether an immediate retry can help: the connection failed or the server has a temporary error. */
const isTransient = (status: number) =>
  status < 400 || transientStatuses.has(status) || (status >= 500 && status !== DISK_FULL);

const isPermanent = (status: number) =>
  !isTransient(status) && status !== DISK_FULL && status !== 401;

/** Null if the connection or another request is the cause. */
function reasonOf(error: DetailedError): string | null {
  const status = statusOf(error);
  return status === 401 || status === 429 || status >= 500 ? parseFailure(error).message : null;
}

const failureBody = z.object({ code: z.optional(z.string()), message: z.string() });

function parseFailure(error: DetailedError): z.infer<typeof failureBody> {
  try {
    return z.parse(failureBody, JSON.parse(error.originalResponse?.getBody() ?? ''));
  } catch {
    const code = statusOf(error) < 500 ? 'UPLOAD_INTERRUPTED' : 'INTERNAL';
    return { code, message: browserErrors[code].message };
  }
}

const uploadIdOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
