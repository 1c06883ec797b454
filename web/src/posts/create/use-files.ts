import { useEffect, useRef, useState, type Dispatch } from 'react';
import { inspectSelection } from './inspect-files.ts';
import { createIntake } from './intake.ts';
import type { PickedFile } from './form-rules.ts';
import type { WizardAction } from './wizard.ts';

/** What a selection comes to. */
export type FileAction = WizardAction<'filesChosen' | 'restTaken' | 'hintExpired'>;

/** How long `Tipo detectado automaticamente` stays (specification, section 9). */
const HINT_MS = 3000;

export interface FilePicking {
  accepts: string;
  /** Whether more than one can be chosen at a time. */
  several: boolean;
  /** Files that were chosen are still being opened. */
  isOpening: boolean;
  /** Takes files beside those that are there, or in their place. */
  choose: (selection: readonly File[], how: { replace: boolean }) => Promise<void>;
  /** Takes what is good of a selection that was not taken because of others. */
  takeRest: () => void;
}

const giveBack = (files: Iterable<Pick<PickedFile, 'url'>>) => {
  for (const { url } of files) URL.revokeObjectURL(url);
};

/** Tells what came of a selection, and when the hint about it is over. */
function tellerOf(dispatch: Dispatch<FileAction>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (action: FileAction) => {
    dispatch(action);
    clearTimeout(timer);
    timer = setTimeout(() => dispatch({ type: 'hintExpired' }), HINT_MS);
  };
}

interface Picking {
  /** The `accept` list of what can be taken. */
  accepts: string;
  several: boolean;
  /** All files that are still shown, or may be yet. */
  kept: readonly PickedFile[];
  dispatch: Dispatch<FileAction>;
}

/** Takes what the user selects or drops, and tells what came of it. */
export function useFiles({ accepts, several, kept, dispatch }: Picking): FilePicking {
  const [opening, setOpening] = useState(0);
  const held = useRef(new Map<string, PickedFile>());

  const [tell] = useState(() => tellerOf(dispatch));
  const [intake] = useState(() =>
    createIntake({
      inspect: inspectSelection,
      onSelection: (selection) => tell({ type: 'filesChosen', ...selection }),
      onOpening: setOpening,
      onDropped: giveBack,
    }),
  );

  // Object URLs hold their files in the browser's memory until they are given back.
  useEffect(() => {
    const now = new Map(kept.map((file) => [file.url, file]));
    giveBack([...held.current.values()].filter(({ url }) => !now.has(url)));
    held.current = now;
  });
  useEffect(
    () => () => {
      intake.close();
      giveBack(held.current.values());
    },
    [intake],
  );

  return {
    accepts,
    several,
    isOpening: opening > 0,
    choose: async (selection, how) => {
      // Emptying the input, or leaving its dialog, is reported as a selection of nothing.
      if (selection.length > 0) await intake.take(selection, { ...how, accepts });
    },
    takeRest: () => tell({ type: 'restTaken' }),
  };
}
