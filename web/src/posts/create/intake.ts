import type { Inspect } from './inspect-files.ts';
import type { PickedFile } from './form-rules.ts';
import type { Selection } from './selection.ts';

interface IntakeSettings {
  inspect: Inspect;
  /** Whatever is shown of it is shown when this returns. */
  onSelection: (selection: Selection) => void;
  /** How many selections are being opened. */
  onOpening: (count: number) => void;
  /** These have been told of, or nobody will hear of them. */
  onSettled: (files: readonly PickedFile[]) => void;
}

/** Files that were chosen, at hand or on their way. */
export type Choice = readonly File[] | Promise<readonly File[]>;

export interface Intake {
  /** What is still to come keeps its place among the others. */
  take: (files: Choice, how: { replace: boolean; accepts: string }) => Promise<void>;
  /** Selections are told again, as they are from the beginning: React's strict mode closes and opens it. */
  open: () => void;
  /** Selections are told no more until it is open again. */
  close: () => void;
}

/**
 * Opens selections, all at once, and tells what they come to in the order in which they were made.
 * Only what takes the place of all others drops those that came before it.
 */
export function createIntake(settings: IntakeSettings): Intake {
  const { inspect, onSelection, onOpening, onSettled } = settings;
  let last: Promise<unknown> = Promise.resolve();
  let era = 0;
  let isOpen = true;
  let count = 0;
  const tellCount = (by: number) => {
    count += by;
    onOpening(count);
  };
  return {
    take: (files, { replace, accepts }) => {
      if (replace) era += 1;
      const mine = era;
      const before = last;
      const told = async () => {
        tellCount(1);
        const chosen = 'then' in files ? await files : files;
        const { files: good, rejected } = await inspect(chosen, accepts);
        await before;
        tellCount(-1);
        // Of what did not come nothing is told, nor is what was told before taken back.
        if (isOpen && mine === era && chosen.length > 0)
          onSelection({ files: good, rejected, replace });
        onSettled(good);
      };
      const mineTold = told();
      last = mineTold;
      return mineTold;
    },
    open: () => {
      isOpen = true;
    },
    close: () => {
      isOpen = false;
    },
  };
}
