import { useEffect, useLayoutEffect, useState, type Dispatch } from 'react';
import { flushSync } from 'react-dom';
import { createInspector } from './inspect-files.ts';
import { createSelectionQueue, type SelectedFiles } from './selection-queue.ts';
import type { PickedFile } from './form.rules.ts';
import { browserUrlFactory, createPreviews } from './object-urls.ts';
import type { WizardAction } from './wizard-state.ts';

export type FileAction = WizardAction<'filesChosen' | 'restTaken' | 'hintExpired'>;

/** How long `Tipo detectado automaticamente` is shown, in ms (specification, section 9). */
const HINT_MS = 3000;

export interface FilePicking {
  accepts: string;
  isMultiple: boolean;
  isOpening: boolean;
  choose: (selection: SelectedFiles, options: { replace: boolean }) => Promise<void>;
  addAccepted: () => void;
}

export function createFileReporter(dispatch: Dispatch<FileAction>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (action: FileAction) => {
    dispatch(action);
    clearTimeout(timer);
    timer = setTimeout(() => dispatch({ type: 'hintExpired' }), HINT_MS);
  };
}

interface UseFilesOptions {
  accepts: string;
  isMultiple: boolean;
  /** All files that are shown or may be restored; none after the composer is closed. */
  retainedFiles: readonly PickedFile[];
  dispatch: Dispatch<FileAction>;
}

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
      // Synchronously, because files that are not shown afterwards are released.
      onSelection: (selection) => flushSync(() => report({ type: 'filesChosen', ...selection })),
      onOpening: setOpening,
      onSettled: previews.release,
    }),
  );

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
      // Clearing the input, or cancelling its dialog, fires a change event without files.
      if (!('length' in selection) || selection.length > 0)
        await selectionQueue.add(selection, { ...how, accepts });
    },
    addAccepted: () => report({ type: 'restTaken' }),
  };
}
