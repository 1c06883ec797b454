import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import { StorageFullError } from '../storage/storage.ts';
import { startChild, type Child, type ChildFailure, type Progress } from './decoder-child.ts';
import type { TaskKind, TaskMessage, TaskReply, Tasks } from './tasks.ts';

const PROGRAM = new URL('./decoder-process.ts', import.meta.url);

type FinalReply = Exclude<TaskReply, Progress>;
type Decoder = Child<TaskMessage, FinalReply>;

interface Limit {
  ms: number;
  bytes: number;
}

const MEGABYTE = 1024 * 1024;
const SECOND = 1000;

/** Far above the needs of a genuine file. */
const defaultLimits: Record<TaskKind, Limit> = {
  image: { ms: 60 * SECOND, bytes: 1500 * MEGABYTE },
  fit: { ms: 60 * SECOND, bytes: 1500 * MEGABYTE },
  fingerprint: { ms: 60 * SECOND, bytes: 1500 * MEGABYTE },
  avatar: { ms: 60 * SECOND, bytes: 1500 * MEGABYTE },
  probe: { ms: 120 * SECOND, bytes: 1500 * MEGABYTE },
  // Between two progress messages.
  convert: { ms: 120 * SECOND, bytes: 2500 * MEGABYTE },
};
const IDLE_MS = 30 * SECOND;
/** A new process frees the memory that a library leaks or caches. */
const TASKS_PER_CHILD = 100;

/** A child may be killed for other reasons than its file. */
const MAX_TRIES = 2;

const imageTooLarge =
  'Esta imagem é grande demais para abrirmos. Reduza a largura e a altura dela e envie de novo.';
const videoTooLarge =
  'Este vídeo é grande demais para abrirmos. Exporte em MP4 com até 1080p e envie de novo.';
const tooLarge: Record<TaskKind, string> = {
  image: imageTooLarge,
  fit: imageTooLarge,
  fingerprint: imageTooLarge,
  avatar: imageTooLarge,
  probe: videoTooLarge,
  convert: videoTooLarge,
};

const closedError = (): Error => new Error('the decoder was closed');

type TaskOutcome = { reply: FinalReply } | { end: ChildFailure };

interface Job {
  message: TaskMessage;
  onProgress(percent: number): void;
  settle(outcome: TaskOutcome): void;
}

function unwrapOutcome(task: TaskKind, outcome: TaskOutcome, log: Log): Tasks[TaskKind]['result'] {
  if ('end' in outcome) {
    if (outcome.end.kind === 'not-started') throw outcome.end.error;
    log.warn({ task, outcome: outcome.end }, 'a file was too much for its decoder');
    throw new AppError('MEDIA_UNREADABLE', { message: tooLarge[task] });
  }
  const { reply } = outcome;
  if (reply.kind === 'full') throw new StorageFullError();
  if (reply.kind === 'done') return reply.result;
  log.info({ task, detail: reply.detail }, 'a file could not be decoded');
  throw new AppError(
    reply.code,
    reply.userMessage === undefined ? {} : { message: reply.userMessage },
  );
}

export type MediaDecoder = ReturnType<typeof createMediaDecoder>;

/** Each child runs one task at a time and is killed when it exceeds the limit of time or memory. */
export function createMediaDecoder(deps: {
  clock: Clock;
  log: Log;
  children: number;
  limits?: Partial<Record<TaskKind, Limit>>;
}) {
  const { clock, log } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const waiting: Job[] = [];
  const idle = new Map<Decoder, () => void>();
  const busy = new Set<Decoder>();
  let closed = false;

  function startNext(): void {
    const job = waiting[0];
    if (job === undefined || busy.size >= deps.children) return;
    waiting.shift();
    const [child] = idle.keys();
    if (child !== undefined) removeIdle(child);
    assign(job, child ?? start());
  }

  function start(): Decoder {
    const child: Decoder = startChild(PROGRAM, clock, () => removeIdle(child));
    return child;
  }

  function removeIdle(child: Decoder): void {
    idle.get(child)?.();
    idle.delete(child);
  }

  function assign(job: Job, child: Decoder): void {
    busy.add(child);
    const limit = limits[job.message.kind];
    void child.work(job.message, limit, job.onProgress).then((end) => {
      busy.delete(child);
      job.settle(end);
      if ('reply' in end) release(child);
      startNext();
    });
  }

  function release(child: Decoder): void {
    if (closed || child.completedTasks >= TASKS_PER_CHILD) {
      child.stop();
      return;
    }
    const cancel = clock.after(IDLE_MS, () => {
      idle.delete(child);
      child.stop();
    });
    idle.set(child, cancel);
  }

  async function runWithRetry(
    message: TaskMessage,
    onProgress: Job['onProgress'],
  ): Promise<TaskOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      const end = await new Promise<TaskOutcome>((settle) => {
        waiting.push({ message, onProgress, settle });
        startNext();
      });
      const hasDied = 'end' in end && end.end.kind === 'died';
      if (!hasDied || closed || attempt === MAX_TRIES) return end;
      log.warn({ task: message.kind, end: end.end }, 'a decoder died');
    }
  }

  return {
    /**
     * After a failure, output files may be incomplete.
     * @throws AppError MEDIA_UNREADABLE and VIDEO_UNFIT with the reason; StorageFullError
     */
    async run<K extends TaskKind>(
      kind: K,
      input: Tasks[K]['input'],
      onProgress: (percent: number) => void = () => undefined,
    ): Promise<Tasks[K]['result']> {
      if (closed) throw closedError();
      // The type system cannot relate `kind` to `input` here.
      const end = await runWithRetry({ kind, input } as TaskMessage, onProgress);
      if ('end' in end && closed) throw closedError();
      return unwrapOutcome(kind, end, log);
    },

    close(): void {
      closed = true;
      for (const job of waiting.splice(0)) {
        job.settle({ end: { kind: 'not-started', error: closedError() } });
      }
      for (const [child, cancel] of idle) {
        cancel();
        child.stop();
      }
      for (const child of busy) child.stop();
    },
  };
}
