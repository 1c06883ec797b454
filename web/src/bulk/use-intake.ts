import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { acceptsOf } from '../posts/create/file-rules.ts';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { createInspector } from '../posts/create/inspect-files.ts';
import { newKey } from '../posts/create/new-key.ts';
import { browserUrls, createPreviews } from '../posts/create/previews.ts';
import type { Refused } from './open-zip.ts';
import { readSheet, type Sheet, type SheetLine } from './sheet/read-sheet.ts';
import { SHEET_MAX_BYTES, sheetTooLarge } from './sheet/sheet-text.ts';
import { joinFiles, sortSelection } from './sort-selection.ts';

const mediaAccepts = acceptsOf(mediaTypeOptions);
/** For the file input: media, sheets and ZIPs. */
export const bulkAccepts = `${mediaAccepts},.csv,.tsv,.txt,text/csv,.zip,application/zip`;

export interface TakenSheet {
  /** Another one each time that a sheet is chosen. */
  id: string;
  name: string;
  lines: readonly SheetLine[];
  /** Headings that say nothing to us. */
  unknown: readonly string[];
}

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

/** Systems take back what they gave to read: a file may have changed, or its disk may be gone. */
const UNREADABLE = 'Não conseguimos ler este arquivo. Escolha-o de novo.';

async function sheetOf(file: File): Promise<Sheet> {
  if (file.size > SHEET_MAX_BYTES) return { fault: sheetTooLarge };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  return bytes === undefined ? { fault: UNREADABLE } : readSheet(new Uint8Array(bytes));
}

/** The last of them that can be read is meant. */
async function readSheets(files: readonly File[]) {
  let sheet: TakenSheet | null = null;
  const refused: Refused[] = [];
  for (const file of files) {
    const read = await sheetOf(file);
    if ('fault' in read) refused.push({ name: file.name, reason: read.fault });
    else sheet = { id: newKey(), name: file.name, ...read };
  }
  return { sheet, refused };
}
