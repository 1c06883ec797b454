import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import { logFields, withLogFields } from '../platform/log/log-fields.ts';
import type { Transition } from './transitions.ts';
import type { Recorder } from './recorder.ts';
import type { FencedPost } from './fenced-post.ts';

/** Outcomes that come in within this time are written together. */
const BATCH_WINDOW_MS = 20;
/** How long an outcome is tried to be written: by then the lease has ended, and doubt reads it. */
const RETRY_FOR_MS = 55_000;
const RETRY_DELAY_MS = 1000;

interface Outcome {
  post: FencedPost;
  transition: Transition;
}
type PendingOutcome = Outcome & { resolve: () => void; reject: (error: unknown) => void };

export type OutcomeWriter = ReturnType<typeof createOutcomeWriter>;

/** Collects the outcomes of the hour and writes them in sets. */
export function createOutcomeWriter(deps: { recorder: Recorder; clock: Clock; log: Log }) {
  const { recorder, clock, log } = deps;
  let pending: PendingOutcome[] = [];
  let isWriting = false;

  const delay = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  /** Writes one set at a time and waits between sets, so that each holds more outcomes. */
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
      // One of them spoils the set, or the database is away: each on its own, beside the next sets.
      log.warn({ error, outcomes: batch.length }, 'a set of outcomes was not written');
      for (const outcome of batch) {
        void retry(outcome, clock.monotonicMs() + RETRY_FOR_MS).then(
          outcome.resolve,
          outcome.reject,
        );
      }
    }
  }

  /** A set is of many posts: its lines are not those of the job that brought the first. */
  const writeLater = () => void withLogFields({ workerId: logFields().workerId }, writeAll);

  /** The media id that Instagram answered is said only once. */
  async function retry({ post, transition }: Outcome, until: number): Promise<void> {
    for (;;) {
      try {
        return await recorder.record(post, transition);
      } catch (error) {
        if (clock.monotonicMs() > until) throw error;
        await delay(RETRY_DELAY_MS);
      }
    }
  }

  return {
    /** Resolves when the outcome is written, or refused by the fence. */
    enqueue: (outcome: Outcome) =>
      new Promise<void>((resolve, reject) => {
        if (pending.length === 0 && !isWriting) clock.after(BATCH_WINDOW_MS, writeLater);
        pending.push({ ...outcome, resolve, reject });
      }),
  };
}
