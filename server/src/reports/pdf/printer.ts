import type { Clock } from '../../clock.ts';
import { AppError } from '../../http/app-error.ts';
import type { Log } from '../../log.ts';
import { startChild, type Child, type ChildEnd } from '../../media/decoder/child.ts';
import type { PrintMessage, PrintReply } from './pdf.tasks.ts';

const PROGRAM = new URL('./pdf.process.ts', import.meta.url);
/** Far above what any report needs. */
const LIMIT = { ms: 30_000, bytes: 700 * 1024 * 1024 };
/** Reports that wait for the one that is being made. */
const MOST_WAITING = 8;
const TRY_AGAIN_MS = 60_000;

type End = { reply: PrintReply } | { end: ChildEnd } | 'dropped';

interface Job {
  message: PrintMessage;
  settle(end: End): void;
}

export type Printer = ReturnType<typeof createPrinter>;

/**
 * Makes PDFs in a child process, one after the other. Each has a process of its own: what a library
 * leaks, or a picture does to it, ends with it.
 */
export function createPrinter({ clock, log, limit = LIMIT }: PrinterParts) {
  const waiting: Job[] = [];
  let atWork: { job: Job; child: Child<PrintMessage, PrintReply> } | undefined;
  let closed = false;

  function next(): void {
    const job = atWork === undefined ? waiting.shift() : undefined;
    if (job === undefined) return;
    const child = startChild<PrintMessage, PrintReply>(PROGRAM, clock, () => undefined);
    atWork = { job, child };
    void child
      .work(job.message, limit, () => undefined)
      .then((end) => {
        child.stop();
        atWork = undefined;
        job.settle(end);
        next();
      });
  }

  function drop(job: Job): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    if (atWork?.job === job) atWork.child.stop();
    job.settle('dropped');
  }

  return {
    /**
     * The bytes of a PDF. Nothing more is done for it once the signal is aborted.
     * @throws AppError REPORT_BUSY, REPORT_FAILED
     */
    async print(message: PrintMessage, signal: AbortSignal): Promise<Uint8Array> {
      if (closed || signal.aborted) throw new AppError('REPORT_FAILED');
      if (waiting.length >= MOST_WAITING) {
        throw new AppError('REPORT_BUSY', { retryAfterMs: TRY_AGAIN_MS });
      }
      const end = await new Promise<End>((settle) => {
        const job = { message, settle };
        waiting.push(job);
        signal.addEventListener('abort', () => drop(job), { once: true });
        next();
      });
      if (end !== 'dropped' && 'reply' in end && end.reply.kind === 'done') return end.reply.pdf;
      if (end !== 'dropped') log.error({ end }, 'a report could not be made');
      throw new AppError('REPORT_FAILED');
    },

    /** Ends the one at work; what waits for it fails. */
    close(): void {
      closed = true;
      for (const job of waiting.splice(0)) job.settle('dropped');
      atWork?.child.stop();
    },
  };
}

interface PrinterParts {
  clock: Clock;
  log: Log;
  limit?: { ms: number; bytes: number };
}
