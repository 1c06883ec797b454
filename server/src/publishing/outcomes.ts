import type { Clock } from '../clock.ts';
import type { Move } from './moves.ts';
import type { Held, Recorder } from './record.ts';

/** Outcomes that come in within this time are written in one transaction. */
const TOGETHER_MS = 5;

interface Outcome {
  held: Held;
  move: Move;
}

export type Outcomes = ReturnType<typeof createOutcomes>;

/** Collects the outcomes of the hour and writes them in sets. */
export function createOutcomes({ recorder, clock }: { recorder: Recorder; clock: Clock }) {
  let collected: (Outcome & { resolve: () => void; reject: (error: unknown) => void })[] = [];
  let isWriting = false;

  /** One set at a time: while it is written, the next one grows. */
  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (collected.length > 0) await write();
    isWriting = false;
  }

  async function write(): Promise<void> {
    const batch = collected;
    collected = [];
    try {
      await recorder.recordAll(batch);
      batch.forEach(({ resolve }) => resolve());
    } catch {
      // One of them spoils the set: each on its own.
      for (const outcome of batch) {
        await recorder.record(outcome.held, outcome.move).then(outcome.resolve, outcome.reject);
      }
    }
  }

  return {
    /** Resolves when the outcome is written, or refused by the fence. */
    report: (outcome: Outcome) =>
      new Promise<void>((resolve, reject) => {
        if (collected.length === 0 && !isWriting) clock.after(TOGETHER_MS, () => void writeAll());
        collected.push({ ...outcome, resolve, reject });
      }),
  };
}
