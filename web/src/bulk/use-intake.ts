import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { acceptsOf } from '../posts/create/file-rules.ts';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { createInspector } from '../posts/create/inspect-files.ts';
import { browserUrls, createPreviews } from '../posts/create/previews.ts';
import type { Refused } from './open-zip.ts';
import { readSheets, UNREADABLE, type TakenSheet } from './sheet/read-sheets.ts';
import { joinFiles, sortSelection } from './sort-selection.ts';

const mediaAccepts = acceptsOf(mediaTypeOptions);
/** For the file input: media, sheets and ZIPs. */
export const bulkAccepts = `${mediaAccepts},.csv,.tsv,.txt,text/csv,.zip,application/zip`;

interface Taken {
  files: readonly PickedFile[];
  sheet: TakenSheet | null;
  /** Of the last selection. */
  refused: readonly Refused[];
}

const nothing: Taken = { files: [], sheet: null, refused: [] };

export type Intake = ReturnType<typeof useIntake>;

/** Takes whatever is chosen at once: media, a sheet, ZIPs of both. */
export function useIntake() {
  const [taken, setTaken] = useState<Taken>(nothing);
  const [opening, setOpening] = useState(0);
  const [previews] = useState(() => createPreviews(browserUrls));
  const [inspect] = useState(() => createInspector({ previews }));

  // Of what is drawn, so it comes with the drawing.
  useLayoutEffect(() => previews.show(taken.files));
  useEffect(() => () => previews.close(), [previews]);

  const take = async (selection: readonly File[]) => {
    if (selection.length === 0) return;
    setOpening((count) => count + 1);
    try {
      await takeIn(selection);
    } catch {
      const refused = selection.map(({ name }) => ({ name, reason: UNREADABLE }));
      setTaken((before) => ({ ...before, refused }));
    } finally {
      setOpening((count) => count - 1);
    }
  };

  const takeIn = async (selection: readonly File[]) => {
    const { sheets, media, refused } = await sortSelection(selection);
    const read = await readSheets(sheets);
    const { files, rejected } = await inspect(media, mediaAccepts);
    // At once: what is not shown then was skipped.
    flushSync(() =>
      setTaken((before) => {
        const joined = joinFiles(before.files, files);
        return {
          files: joined.files,
          sheet: read.sheet ?? before.sheet,
          refused: [...refused, ...read.refused, ...rejected, ...joined.refused],
        };
      }),
    );
    previews.settle(files);
  };

  return {
    ...taken,
    isOpening: opening > 0,
    take,
    /** Takes a file away. */
    leaveOut: (left: string) =>
      setTaken((before) => ({
        ...before,
        files: before.files.filter(({ url }) => url !== left),
      })),
    dropSheet: () => setTaken((before) => ({ ...before, sheet: null })),
  };
}
