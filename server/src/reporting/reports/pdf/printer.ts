import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log/log.ts';
import { startChild, type Child, type ChildFailure } from '../../../media/decoder/decoder-child.ts';
import type { PrintMessage, PrintReply } from './print-message.ts';

const PROCESS_URL = new URL('./pdf-process.ts', import.meta.url);
const LIMIT = { ms: 30_000, bytes: 700 * 1024 * 1024 };
const MAX_WAITING = 8;
const RETRY_AFTER_MS = 60_000;

type PrintResult = { reply: PrintReply } | { end: ChildFailure } | 'dropped';

interface Job {
  message: PrintMessage;
  settle(end: PrintResult): void;
}

export type Printer = ReturnType<typeof createPrinter>;

/** In child processes, so that leaks of a library or effects of a picture end with them. */
export function createPrinter({ clock, log, limit = LIMIT }: PrinterParts) {
  const waiting: Job[] = [];
  let running: { job: Job; child: Child<PrintMessage, PrintReply> } | undefined;
  let isClosed = false;

  function next(): void {
    const job = running === undefined ? waiting.shift() : undefined;
    if (job === undefined) return;
    const child = startChild<PrintMessage, PrintReply>(PROCESS_URL, clock, () => undefined);
    running = { job, child };
    void child
      .work(job.message, limit, () => undefined)
      .then((end) => {
        child.stop();
        running = undefined;
        job.settle(end);
        next();
      });
  }

  function cancel(job: Job): void {
    const index = waiting.indexOf(job);
    if (index >= 0) waiting.splice(index, 1);
    if (running?.job === job) running.child.stop();
    job.settle('dropped');
  }

  return {
    /** @throws AppError REPORT_BUSY, REPORT_FAILED */
    async print(message: PrintMessage, signal: AbortSignal): Promise<Uint8Array> {
      if (isClosed || signal.aborted) throw new AppError('REPORT_FAILED');
      if (waiting.length >= MAX_WAITING) {
        throw new AppError('REPORT_BUSY', { retryAfterMs: RETRY_AFTER_MS });
      }
      const end = await new Promise<PrintResult>((settle) => {
        const job = { message, settle };
        waiting.push(job);
        signal.addEventListener('abort', () => cancel(job), { once: true });
        next();
      });
      if (end !== 'dropped' && 'reply' in end && end.reply.kind === 'done') return end.reply.pdf;
      if (end !== 'dropped') log.error({ end }, 'a report could not be made');
      throw new AppError('REPORT_FAILED');
    },

    close(): void {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle('dropped');
      running?.child.stop();
    },
  };
}

interface PrinterParts {
  clock: Clock;
  log: Log;
  limit?: { ms: number; bytes: number };
}
