import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';
import { createRejection, type Rejection } from './file.rules.ts';
import type { PickedFile } from './form.rules.ts';

export interface Selection {
  files: readonly PickedFile[];
  rejected: readonly Rejection[];
  replace: boolean;
}

export interface RejectedSelection {
  rejected: readonly Rejection[];
  /** Valid files of the same selection, which the user may still add. */
  acceptedFiles: readonly PickedFile[];
  replace: boolean;
}

export const noRejectedSelection: RejectedSelection = {
  rejected: [],
  acceptedFiles: [],
  replace: false,
};

interface MergeResult {
  /** The earlier files come first. */
  files: readonly PickedFile[];
  rejectedSelection: RejectedSelection;
}

const isSameFile = (a: PickedFile, b: PickedFile) =>
  a.file.name === b.file.name && a.file.size === b.file.size;

/** Skips duplicates, up to the limit of a carousel. A selection with a rejected file changes nothing. */
export function mergeSelection(
  currentFiles: readonly PickedFile[],
  selection: Selection,
): MergeResult {
  const { replace } = selection;
  const before = replace ? [] : currentFiles;
  const files = [...before];
  const refusals = [...selection.rejected];
  const skipped: Rejection[] = [];
  for (const picked of selection.files) {
    if (files.some((other) => isSameFile(picked, other))) {
      skipped.push({ ...createRejection(picked.file, 'Já estava na lista'), isDuplicate: true });
    } else if (files.length >= MAX_CAROUSEL_ITEMS) {
      const fullText = `Não cabe: um post tem até ${MAX_CAROUSEL_ITEMS} arquivos.`;
      refusals.push(createRejection(picked.file, fullText));
    } else files.push(picked);
  }
  const added = files.slice(before.length);
  if (refusals.length > 0) {
    return {
      files: currentFiles,
      rejectedSelection: { rejected: refusals, acceptedFiles: added, replace },
    };
  }
  return {
    files: added.length === 0 ? currentFiles : files,
    rejectedSelection: { rejected: skipped, acceptedFiles: [], replace },
  };
}

export const toAcceptedSelection = ({ acceptedFiles, replace }: RejectedSelection): Selection => ({
  files: acceptedFiles,
  rejected: [],
  replace,
});
