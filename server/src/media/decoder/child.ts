import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock } from '../../clock.ts';

/** Of JavaScript alone; what the libraries take is measured. */
const HEAP_MEGABYTES = 512;
const MEASURE_MS = 200;
const PAGE_BYTES = 4096;

/** How a child ended that did not answer. */
export type ChildEnd =
  | { kind: 'too-long' }
  | { kind: 'too-large'; bytes: number }
  | { kind: 'died'; signal: string | null; code: number | null }
  | { kind: 'not-started'; error: Error };

/** In percent; the child is still at it. */
export interface Progress {
  kind: 'progress';
  percent: number;
}

const isProgress = (reply: { kind: string }): reply is Progress => reply.kind === 'progress';

export type Child<Message extends object, Reply extends { kind: string }> = ReturnType<
  typeof startChild<Message, Reply>
>;

/**
 * One process that does what it is told, one thing after the other, and answers each with a reply.
 * It keeps nobody from ending while it has nothing to do.
 */
export function startChild<Message extends object, Reply extends { kind: string }>(
  program: URL,
  clock: Clock,
  onGone: () => void,
) {
  const child = fork(program, {
    // Nothing of ours is known to it: no keys, no addresses.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MEGABYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let done = 0;
  let settle: (end: { reply: Reply } | { end: ChildEnd }) => void = () => undefined;
  /** What the task in hand wants to hear of its progress. */
  let tell: (percent: number) => void = () => undefined;
  child.on('message', (reply: Reply | Progress) => {
    if (isProgress(reply)) tell(reply.percent);
    else settle({ reply });
  });
  let gone: ChildEnd | undefined;
  function go(end: ChildEnd): void {
    gone ??= end;
    settle({ end: gone });
    onGone();
  }
  child.on('exit', (code, signal) => go({ kind: 'died', signal, code }));
  child.on('disconnect', () => go({ kind: 'died', signal: null, code: null }));
  child.on('error', (error) => go({ kind: 'not-started', error }));

  function kill(end: ChildEnd): void {
    settle({ end });
    child.kill('SIGKILL');
  }

  return {
    get done() {
      return done;
    },
    /** Has it do one thing; what goes over its limits is killed. Progress begins its time anew. */
    async work(
      message: Message,
      limit: { ms: number; bytes: number },
      onProgress: (percent: number) => void,
    ): Promise<{ reply: Reply } | { end: ChildEnd }> {
      if (gone !== undefined) return { end: gone };
      done += 1;
      child.ref();
      child.channel?.ref();
      let cancelTimeout = () => {};
      const beginTime = () => {
        cancelTimeout();
        cancelTimeout = clock.after(limit.ms, () => kill({ kind: 'too-long' }));
      };
      tell = (percent) => {
        beginTime();
        onProgress(percent);
      };
      let cancelMeasure = () => {};
      const measure = () => {
        const bytes = residentBytes(child.pid);
        if (bytes > limit.bytes) kill({ kind: 'too-large', bytes });
        else cancelMeasure = clock.after(MEASURE_MS, measure);
      };
      try {
        return await new Promise<{ reply: Reply } | { end: ChildEnd }>((resolve) => {
          settle = resolve;
          measure();
          beginTime();
          // What fails here is told by `error` or `exit`.
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

/** What a process holds of the memory. Known on Linux, where it serves; 0 elsewhere. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
