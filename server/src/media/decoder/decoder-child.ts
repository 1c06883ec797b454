import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';

/** Limits only the JavaScript heap; the memory of native libraries is measured. */
const HEAP_MEGABYTES = 512;
const MEASURE_MS = 200;
const PAGE_BYTES = 4096;

export type ChildFailure =
  | { kind: 'too-long' }
  | { kind: 'too-large'; bytes: number }
  | { kind: 'died'; signal: string | null; code: number | null }
  | { kind: 'not-started'; error: Error };

export interface Progress {
  kind: 'progress';
  percent: number;
}

const isProgress = (reply: { kind: string }): reply is Progress => reply.kind === 'progress';

export type Child<Message extends object, Reply extends { kind: string }> = ReturnType<
  typeof startChild<Message, Reply>
>;

/** Runs tasks sequentially. An idle child does not keep this process alive. */
export function startChild<Message extends object, Reply extends { kind: string }>(
  program: URL,
  clock: Clock,
  onExit: () => void,
) {
  const child = fork(program, {
    // No keys and no URLs for the child.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let completedTasks = 0;
  let settle: (end: { reply: Reply } | { end: ChildFailure }) => void = () => undefined;
  let reportProgress: (percent: number) => void = () => undefined;
  child.on('message', (reply: Reply | Progress) => {
    if (isProgress(reply)) reportProgress(reply.percent);
    else settle({ reply });
  });
  let failure: ChildFailure | undefined;
  function handleExit(reason: ChildFailure): void {
    failure ??= reason;
    settle({ end: failure });
    onExit();
  }
  child.on('exit', (code, signal) => handleExit({ kind: 'died', signal, code }));
  child.on('disconnect', () => handleExit({ kind: 'died', signal: null, code: null }));
  child.on('error', (error) => handleExit({ kind: 'not-started', error }));

  function kill(failure: ChildFailure): void {
    settle({ end: failure });
    child.kill('SIGKILL');
  }

  return {
    get completedTasks() {
      return completedTasks;
    },
    /** Kills a child that exceeds a limit; each progress message restarts the time limit. */
    async work(
      message: Message,
      limit: { ms: number; bytes: number },
      onProgress: (percent: number) => void,
    ): Promise<{ reply: Reply } | { end: ChildFailure }> {
      if (failure !== undefined) return { end: failure };
      completedTasks += 1;
      child.ref();
      child.channel?.ref();
      let cancelTimeout = () => {};
      const restartTimeout = () => {
        cancelTimeout();
        cancelTimeout = clock.after(limit.ms, () => kill({ kind: 'too-long' }));
      };
      reportProgress = (percent) => {
        restartTimeout();
        onProgress(percent);
      };
      let cancelMeasure = () => {};
      const measure = () => {
        const bytes = residentBytes(child.pid);
        if (bytes > limit.bytes) kill({ kind: 'too-large', bytes });
        else cancelMeasure = clock.after(MEASURE_MS, measure);
      };
      try {
        return await new Promise<{ reply: Reply } | { end: ChildFailure }>((resolve) => {
          settle = resolve;
          measure();
          restartTimeout();
          // The `error` or `exit` event reports a failure to send.
          child.send(message, () => undefined);
        });
      } finally {
        cancelTimeout();
        cancelMeasure();
        child.unref();
        child.channel?.unref();
      }
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Known on Linux, where production runs; 0 elsewhere. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
