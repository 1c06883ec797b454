import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { mergeAccepts } from '../../composer/file.rules.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { createInspector } from '../../composer/inspect-files.ts';
import { browserUrlFactory, createPreviews } from '../../composer/object-urls.ts';
import type { RefusedFile } from './open-zip.ts';
import { sheetAccepts } from './sheet/sheet-file.ts';
import { readSheets, UNREADABLE, type LoadedSheet } from './sheet/read-sheets.ts';
import { joinFiles, sortSelection } from './sort-selection.ts';

const mediaAccepts = mergeAccepts(mediaTypeOptions);
export const bulkAccepts = `${mediaAccepts},${sheetAccepts},.zip,application/zip`;

interface IntakeState {
  files: readonly PickedFile[];
  sheet: LoadedSheet | null;
  refused: readonly RefusedFile[];
}

const emptyIntake: IntakeState = { files: [], sheet: null, refused: [] };

export type Intake = ReturnType<typeof useIntake>;

export function useIntake() {
  const [state, setState] = useState<IntakeState>(emptyIntake);
  const [openingCount, setOpeningCount] = useState(0);
  const [previews] = useState(() => createPreviews(browserUrlFactory));
  const [inspect] = useState(() => createInspector({ previews }));

  useLayoutEffect(() => previews.show(state.files));
  useEffect(() => () => previews.close(), [previews]);

  const addSelection = async (selection: readonly File[]) => {
    if (selection.length === 0) return;
    setOpeningCount((count) => count + 1);
    try {
      await readSelection(selection);
    } catch {
      const refused = selection.map(({ name }) => ({ name, reason: UNREADABLE }));
      setState((before) => ({ ...before, refused }));
    } finally {
      setOpeningCount((count) => count - 1);
    }
  };

  const readSelection = async (selection: readonly File[]) => {
    const { sheets, media, refused } = await sortSelection(selection);
    const read = await readSheets(sheets);
    const { files, rejected } = await inspect(media, mediaAccepts);
    // Synchronous: `release` frees every preview that is not shown.
    flushSync(() =>
      setState((before) => {
        const joined = joinFiles(before.files, files);
        return {
          files: joined.files,
          sheet: read.sheet ?? before.sheet,
          refused: [...refused, ...read.refused, ...rejected, ...joined.refused],
        };
      }),
    );
    previews.release(files);
  };

  return {
    ...state,
    isOpening: openingCount > 0,
    addSelection,
    removeFile: (removedUrl: string) =>
      setState((before) => ({
        ...before,
        files: before.files.filter(({ url }) => url !== removedUrl),
      })),
    removeSheet: () => setState((before) => ({ ...before, sheet: null })),
  };
}
