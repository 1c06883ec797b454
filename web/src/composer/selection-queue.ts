import type { Inspect } from './inspect-files.ts';
import type { PickedFile } from './form.rules.ts';
import type { Selection } from './selection.ts';

interface SelectionQueueOptions {
  inspect: Inspect;
  /** Whatever is shown of it is shown when this returns. */
  onSelection: (selection: Selection) => void;
  /** How many selections are being opened. */
  onOpening: (count: number) => void;
  /** These have been told of, or nobody will hear of them. */
  onSettled: (files: readonly PickedFile[]) => void;
}

/** Files that were chosen, at hand or on their way. */
export type SelectedFiles = readonly File[] | Promise<readonly File[]>;

export interface SelectionQueue {
  /** What is still to come keeps its place among the others. */
  add: (files: SelectedFiles, options: { replace: boolean; accepts: string }) => Promise<void>;
  /** Selections are told again, as they are from the beginning: React's strict mode closes and opens it. */
  open: () => void;
  /** Selections are told no more until it is open again. */
  close: () => void;
}

/**
 * Opens selections, all at once, and tells what they come to in the order in which they were made.
 * Only what takes the place of all others drops those that came before it.
 */
export function createSelectionQueue(settings: SelectionQueueOptions): SelectionQueue {
  const { inspect, onSelection, onOpening, onSettled } = settings;
  let last: Promise<unknown> = Promise.resolve();
  let generation = 0;
  let isOpen = true;
  let count = 0;
  const updateCount = (delta: number) => {
    count += delta;
    onOpening(count);
  };
  return {
    add: (files, { replace, accepts }) => {
      if (replace) generation += 1;
      const ownGeneration = generation;
      const previous = last;
      const process = async () => {
        updateCount(1);
        const chosen = 'then' in files ? await files : files;
        const { files: accepted, rejected } = await inspect(chosen, accepts);
        await previous;
        updateCount(-1);
        // Of what did not come nothing is told, nor is what was told before taken back.
        if (isOpen && ownGeneration === generation && chosen.length > 0)
          onSelection({ files: accepted, rejected, replace });
        onSettled(accepted);
      };
      const processing = process();
      last = processing;
      return processing;
    },
    open: () => {
      isOpen = true;
    },
    close: () => {
      isOpen = false;
    },
  };
}
