import { useEffect, useLayoutEffect, useState, type Dispatch } from 'react';
import { flushSync } from 'react-dom';
import { createInspector } from './inspect-files.ts';
import { createSelectionQueue, type SelectedFiles } from './selection-queue.ts';
import type { PickedFile } from './form.rules.ts';
import { browserUrlFactory, createPreviews } from './object-urls.ts';
import type { WizardAction } from './wizard-state.ts';

/** What a selection comes to. */
export type FileAction = WizardAction<'filesChosen' | 'restTaken' | 'hintExpired'>;

/** How long `Tipo detectado automaticamente` stays (specification, section 9). */
const HINT_MS = 3000;

export interface FilePicking {
  accepts: string;
  /** Whether more than one can be chosen at a time. */
  isMultiple: boolean;
  /** Files that were chosen are still being opened. */
  isOpening: boolean;
  /** Takes files beside those that are there, or in their place. */
  choose: (selection: SelectedFiles, options: { replace: boolean }) => Promise<void>;
  /** Takes what is good of a selection that was not taken because of others. */
  addAccepted: () => void;
}

/** Tells what came of a selection, and when the hint about it is over. */
export function createFileReporter(dispatch: Dispatch<FileAction>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (action: FileAction) => {
    dispatch(action);
    clearTimeout(timer);
    timer = setTimeout(() => dispatch({ type: 'hintExpired' }), HINT_MS);
  };
}

interface UseFilesOptions {
  /** The `accept` list of what can be taken. */
  accepts: string;
  isMultiple: boolean;
  /** All files that are still shown, or may be yet; none once nobody looks. */
  retainedFiles: readonly PickedFile[];
  dispatch: Dispatch<FileAction>;
}

/** Takes what the user selects or drops, and tells what came of it. */
export function useFiles({
  accepts,
  isMultiple,
  retainedFiles,
  dispatch,
}: UseFilesOptions): FilePicking {
  const [opening, setOpening] = useState(0);
  const [report] = useState(() => createFileReporter(dispatch));
  const [previews] = useState(() => createPreviews(browserUrlFactory));
  const [selectionQueue] = useState(() =>
    createSelectionQueue({
      inspect: createInspector({ previews }),
      // At once: what is not shown then was skipped.
      onSelection: (selection) => flushSync(() => report({ type: 'filesChosen', ...selection })),
      onOpening: setOpening,
      onSettled: previews.release,
    }),
  );

  // Of what is drawn, so it comes with the drawing.
  useLayoutEffect(() => previews.show(retainedFiles));
  useEffect(() => {
    selectionQueue.open();
    return () => {
      selectionQueue.close();
      previews.close();
    };
  }, [selectionQueue, previews]);

  return {
    accepts,
    isMultiple,
    isOpening: opening > 0,
    choose: async (selection, how) => {
      // Emptying the input, or leaving its dialog, is reported as a selection of nothing.
      if (!('length' in selection) || selection.length > 0)
        await selectionQueue.add(selection, { ...how, accepts });
    },
    addAccepted: () => report({ type: 'restTaken' }),
  };
}
