import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { logFields, withLogFields } from '../../platform/log/log-fields.ts';
import type { Recorder } from '../store/recorder.ts';
import type { WorkerFinding } from '../store/publication-writer.ts';

/** Outcomes that come in within this time are written together. */
const BATCH_WINDOW_MS = 20;
/** Soon after that the lease ends and the outcome is reconciled. */
const RETRY_FOR_MS = 55_000;
const RETRY_DELAY_MS = 1000;

type PendingOutcome = WorkerFinding & { resolve: () => void; reject: (error: unknown) => void };

export type OutcomeWriter = ReturnType<typeof createOutcomeWriter>;

export function createOutcomeWriter(deps: { recorder: Recorder; clock: Clock; log: Log }) {
  const { recorder, clock, log } = deps;
  let pending: PendingOutcome[] = [];
  let isWriting = false;

  const delay = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (pending.length > 0) {
      await write();
      if (pending.length > 0) await delay(BATCH_WINDOW_MS);
    }
    isWriting = false;
  }

  async function write(): Promise<void> {
    const batch = pending;
    pending = [];
    try {
      await recorder.recordAll(batch);
      batch.forEach(({ resolve }) => resolve());
    } catch (error) {
      // One outcome fails the batch, or the database is down: each is retried on its own.
      log.warn({ error, outcomes: batch.length }, 'a set of outcomes was not written');
      for (const outcome of batch) {
        void retry(outcome, clock.monotonicMs() + RETRY_FOR_MS).then(
          outcome.resolve,
          outcome.reject,
        );
      }
    }
  }

  /** A batch contains many posts, so its log lines must not carry the fields of the first job. */
  const writeLater = () => void withLogFields({ workerId: logFields().workerId }, writeAll);

  /** Instagram returns the media id only once. */
  async function retry({ post, event }: WorkerFinding, until: number): Promise<void> {
    for (;;) {
      try {
        await recorder.record(post, event);
        return;
      } catch (error) {
        if (clock.monotonicMs() > until) throw error;
        await delay(RETRY_DELAY_MS);
      }
    }
  }

  return {
    enqueue: (outcome: WorkerFinding) =>
      new Promise<void>((resolve, reject) => {
        if (pending.length === 0 && !isWriting) clock.after(BATCH_WINDOW_MS, writeLater);
        pending.push({ ...outcome, resolve, reject });
      }),
  };
}
