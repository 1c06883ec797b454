import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { logFields, withLogFields } from '../log-fields.ts';
import type { Move } from './moves.ts';
import type { Held, Recorder } from './record.ts';

/** Outcomes that come in within this time are written together. */
const TOGETHER_MS = 20;
/** How long an outcome is tried to be written: by then the lease has ended, and doubt reads it. */
const TRYING_MS = 55_000;
const RETRY_MS = 1000;

interface Outcome {
  held: Held;
  move: Move;
}
type Collected = Outcome & { resolve: () => void; reject: (error: unknown) => void };

export type Outcomes = ReturnType<typeof createOutcomes>;

/** Collects the outcomes of the hour and writes them in sets. */
export function createOutcomes(deps: { recorder: Recorder; clock: Clock; log: Log }) {
  const { recorder, clock, log } = deps;
  let collected: Collected[] = [];
  let isWriting = false;

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  /** Writes one set at a time and waits between sets, so that each holds more outcomes. */
  async function writeAll(): Promise<void> {
    isWriting = true;
    while (collected.length > 0) {
      await write();
      if (collected.length > 0) await pause(TOGETHER_MS);
    }
    isWriting = false;
  }

  async function write(): Promise<void> {
    const batch = collected;
    collected = [];
    try {
      await recorder.recordAll(batch);
      batch.forEach(({ resolve }) => resolve());
    } catch (error) {
      // One of them spoils the set, or the database is away: each on its own, beside the next sets.
      log.warn({ error, outcomes: batch.length }, 'a set of outcomes was not written');
      for (const outcome of batch) {
        void tryAgain(outcome, clock.monotonicMs() + TRYING_MS).then(
          outcome.resolve,
          outcome.reject,
        );
      }
    }
  }

  /** A set is of many posts: its lines are not those of the job that brought the first. */
  const writeLater = () => void withLogFields({ workerId: logFields().workerId }, writeAll);

  /** The media id that Instagram answered is said only once. */
  async function tryAgain({ held, move }: Outcome, until: number): Promise<void> {
    for (;;) {
      try {
        return await recorder.record(held, move);
      } catch (error) {
        if (clock.monotonicMs() > until) throw error;
        await pause(RETRY_MS);
      }
    }
  }

  return {
    /** Resolves when the outcome is written, or refused by the fence. */
    report: (outcome: Outcome) =>
      new Promise<void>((resolve, reject) => {
        if (collected.length === 0 && !isWriting) clock.after(TOGETHER_MS, writeLater);
        collected.push({ ...outcome, resolve, reject });
      }),
  };
}
