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

export interface Intake {
  take: (files: readonly File[], how: { replace: boolean; accepts: string }) => Promise<void>;
  /** Drops what is being opened. */
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
        const { files: good, rejected } = await inspect(files, accepts);
        await before;
        tellCount(-1);
        if (mine === era) onSelection({ files: good, rejected, replace });
        onSettled(good);
      };
      const mineTold = told();
      last = mineTold;
      return mineTold;
    },
    close: () => {
      era += 1;
    },
  };
}
