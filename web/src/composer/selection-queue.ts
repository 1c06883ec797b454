import type { Inspect } from './inspect-files.ts';
import type { PickedFile } from './form.rules.ts';
import type { Selection } from './selection.ts';

interface SelectionQueueOptions {
  inspect: Inspect;
  /** The state derived from the selection must be shown when this returns. */
  onSelection: (selection: Selection) => void;
  onOpening: (count: number) => void;
  /** Called after these files were passed to `onSelection`, or dropped. */
  onSettled: (files: readonly PickedFile[]) => void;
}

export type SelectedFiles = readonly File[] | Promise<readonly File[]>;

export interface SelectionQueue {
  /** Adds a selection; files that are still loading keep their position in the order. */
  add: (files: SelectedFiles, options: { replace: boolean; accepts: string }) => Promise<void>;
  /** Reports selections again; open initially. React's strict mode closes and reopens the queue. */
  open: () => void;
  close: () => void;
}

/** Inspects in parallel, reports in the order of `add`; a replacing selection drops the earlier ones. */
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
        // An empty selection is not reported, so that the message about the previous one stays.
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
