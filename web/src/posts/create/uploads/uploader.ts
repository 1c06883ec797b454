import { browserErrors } from '@pontual/contract/errors.browser.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/roles.ts';
import type { DetailedError, Upload as Tus, UploadOptions } from 'tus-js-client';
import * as z from 'zod/mini';
import { isRefusal } from '../../../api/api-error.ts';
import type { UploadEvent } from './upload-state.ts';

/** Without progress for so long, an upload waits for the user (specification, section 9). */
const STALL_MS = 10_000;
/** Once everything is sent the server still reads the file. */
const ANSWER_MS = 180_000;
/** Between attempts after a dropped connection; together more than `STALL_MS`. */
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

export interface UploaderSettings {
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
  arrived?: (file: File) => Promise<string> | null;
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

interface Run {
  file: File;
  /** Of the last turn; null until the protocol has been loaded. */
  tus: Tus | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** How often it was begun or given up: what was meant for an earlier time is over. */
  turn: number;
  /** What the server said when it last failed; null if it was not reached, or has done well since. */
  reason: string | null;
}

/** Sends files by the tus protocol, one by one and all at once, and tells how each is doing. */
export function createUploader(settings: UploaderSettings): Uploader {
  const { onEvent, stallMs = STALL_MS, load = loadProtocol } = settings;
  const runs = new Map<string, Run>();

  /** Gives up, for now, what does not move. */
  const watch = (key: string, run: Run, ms = stallMs) => {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => {
      void run.tus?.abort();
      standStill(key, run, run.reason);
    }, ms);
  };
  const standStill = (key: string, run: Run, reason: string | null) => {
    clearTimeout(run.timer);
    run.turn += 1;
    onEvent(key, { type: 'stalled', reason });
  };
  const end = (key: string, event: UploadEvent) => {
    clearTimeout(runs.get(key)?.timer);
    runs.delete(key);
    onEvent(key, event);
  };

  const go = (key: string, run: Run) => {
    run.turn += 1;
    run.reason = null;
    const { turn } = run;
    const isOver = () => runs.get(key) !== run || run.turn !== turn;
    onEvent(key, { type: 'started' });
    watch(key, run);
    const arrived = settings.arrived?.(run.file) ?? null;
    if (arrived !== null) {
      arrived.then(
        (id) => {
          if (!isOver()) end(key, { type: 'finished', id });
        },
        (error: unknown) => {
          if (!isOver()) standStill(key, run, isRefusal(error) ? error.message : null);
        },
      );
      return;
    }
    load().then(
      ({ Upload }) => {
        // Cancelled meanwhile, or given up.
        if (isOver()) return;
        // Each turn has attempts of its own, and goes on where the last one was.
        const turnOfRun: Turn = {
          isOver,
          tell: (event) => onEvent(key, event),
          watch: (ms) => watch(key, run, ms),
          standStill: (reason) => standStill(key, run, reason),
          end: (event) => end(key, event),
        };
        run.tus = new Upload(run.file, optionsFor(settings, run, turnOfRun));
        run.tus.start();
      },
      () => {
        if (!isOver()) standStill(key, run, NOT_LOADED);
      },
    );
  };

  return {
    start: (key, file) => {
      const run: Run = { file, tus: null, timer: undefined, turn: 0, reason: null };
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

/** What can be told of a run until it is begun again, or given up. */
interface Turn {
  isOver: () => boolean;
  tell: (event: UploadEvent) => void;
  /** Gives up what does not move for so long. */
  watch: (ms?: number) => void;
  standStill: (reason: string | null) => void;
  end: (event: UploadEvent) => void;
}

function optionsFor(settings: UploaderSettings, run: Run, turn: Turn): UploadOptions {
  const { file } = run;
  let token: string | undefined;
  let most = 0;
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
      if (turn.isOver()) return;
      if (sent > most) {
        run.reason = null;
        turn.watch(sent < file.size ? settings.stallMs : ANSWER_MS);
      }
      // After a drop the server may know less than was sent: from there on all is progress again.
      most = sent;
      turn.tell({ type: 'progressed', sent });
    },
    onShouldRetry: (error) => {
      const again = isPassing(statusOf(error));
      if (!again || turn.isOver()) return again;
      run.reason = reasonOf(error);
      turn.tell({ type: 'dropped', offline: statusOf(error) === 0 });
      return again;
    },
    onError: (error) => {
      if (turn.isOver()) return;
      if (!('originalRequest' in error)) {
        turn.standStill(null);
        return;
      }
      if (statusOf(error) === 401 && token !== undefined) settings.onExpired(token);
      if (isFinal(statusOf(error))) turn.end({ type: 'refused', message: answerIn(error).message });
      else turn.standStill(reasonOf(error));
    },
    onSuccess: () => {
      if (!turn.isOver()) turn.end({ type: 'finished', id: idIn(run.tus?.url ?? '') });
    },
  };
}

/** 0 if the server was not reached. */
const statusOf = ({ originalResponse }: DetailedError) => originalResponse?.getStatus() ?? 0;

/** Answers of the class 4xx that are over soon: too slow, or in use, or too many. */
const passing: ReadonlySet<number> = new Set([408, 409, 423, 429]);
const DISK_FULL = 507;

/** Whether trying again at once can help: the line was cut, or the server is not itself. */
const isPassing = (status: number) =>
  status < 400 || passing.has(status) || (status >= 500 && status !== DISK_FULL);

/** Whether no later try can help either. */
const isFinal = (status: number) => !isPassing(status) && status !== DISK_FULL && status !== 401;

/** What the server says of its own failures; null where the line is to blame, or another request. */
function reasonOf(error: DetailedError): string | null {
  const status = statusOf(error);
  return status === 401 || status === 429 || status >= 500 ? answerIn(error).message : null;
}

const failureBody = z.object({ code: z.optional(z.string()), message: z.string() });

/** The server's code and sentence, or what is said in their place. */
function answerIn(error: DetailedError): z.infer<typeof failureBody> {
  try {
    return z.parse(failureBody, JSON.parse(error.originalResponse?.getBody() ?? ''));
  } catch {
    const code = statusOf(error) < 500 ? 'UPLOAD_INTERRUPTED' : 'INTERNAL';
    return { code, message: browserErrors[code].message };
  }
}

const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);
