import { useEffect, useRef, type Dispatch } from 'react';
import { useMediaTypes } from '../posts.queries.ts';
import { acceptsOf } from './file-rules.ts';
import { inspectSelection } from './inspect-files.ts';
import type { WizardAction } from './wizard.ts';

/** What a selection comes to. */
export type FileAction = WizardAction<'filesChosen' | 'restTaken' | 'hintExpired'>;

/** How long `Tipo detectado automaticamente` stays (specification, section 9). */
const HINT_MS = 3000;

export interface FilePicking {
  accepts: string;
  /** Whether more than one can be chosen at a time. */
  several: boolean;
  /** Takes files beside those that are there, or in their place. */
  choose: (selection: readonly File[], how: { replace: boolean }) => Promise<void>;
  /** Takes what is good of a selection that was not taken because of others. */
  takeRest: () => void;
}

/** Takes what the user selects or drops, and tells what came of it. */
export function useFiles(dispatch: Dispatch<FileAction>): FilePicking {
  const accepts = acceptsOf(useMediaTypes());
  const urls = useRef(new Set<string>());
  const selections = useRef(0);
  const hint = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Object URLs hold their files in the browser's memory until they are given back.
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
      made.clear();
    };
  }, []);

  const tell = (action: FileAction) => {
    dispatch(action);
    clearTimeout(hint.current);
    hint.current = setTimeout(() => dispatch({ type: 'hintExpired' }), HINT_MS);
  };
  const choose: FilePicking['choose'] = async (selection, { replace }) => {
    // Emptying the input, or leaving its dialog, is reported as a selection of nothing.
    if (selection.length === 0) return;
    selections.current += 1;
    const mine = selections.current;
    const { files, rejected } = await inspectSelection(selection, accepts);
    if (mine !== selections.current) {
      // A later selection has taken its place.
      for (const { url } of files) URL.revokeObjectURL(url);
      return;
    }
    for (const { url } of files) urls.current.add(url);
    tell({ type: 'filesChosen', files, rejected, replace });
  };
  return { accepts, several: true, choose, takeRest: () => tell({ type: 'restTaken' }) };
}
