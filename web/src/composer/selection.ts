import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts/posts.ts';
import { createRejection, type Rejection } from './file.rules.ts';
import type { PickedFile } from './form.rules.ts';

/** What the user chose at once. */
export interface Selection {
  /** What can be taken, in its order. */
  files: readonly PickedFile[];
  rejected: readonly Rejection[];
  /** In the place of those that are there, not beside them. */
  replace: boolean;
}

/** What was not taken of the last selection. */
export interface RejectedSelection {
  rejected: readonly Rejection[];
  /** Nothing is wrong with these: they came with others, and wait for the user's word. */
  acceptedFiles: readonly PickedFile[];
  replace: boolean;
}

export const noRejectedSelection: RejectedSelection = {
  rejected: [],
  acceptedFiles: [],
  replace: false,
};

interface MergeResult {
  /** All files of the post, what was there before first. */
  files: readonly PickedFile[];
  rejectedSelection: RejectedSelection;
}

const isSameFile = (a: PickedFile, b: PickedFile) =>
  a.file.name === b.file.name && a.file.size === b.file.size;

/**
 * Which files join those that are there: none twice, no more than a carousel holds, and nothing of a
 * selection in which something is refused.
 */
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

/** The rest of a selection, as one of its own. */
export const toAcceptedSelection = ({ acceptedFiles, replace }: RejectedSelection): Selection => ({
  files: acceptedFiles,
  rejected: [],
  replace,
});
