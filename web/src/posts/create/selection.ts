import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts.ts';
import { rejected, type Rejection } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';

/** What the user chose at once. */
export interface Selection {
  /** What can be taken, in its order. */
  files: readonly PickedFile[];
  rejected: readonly Rejection[];
  /** In the place of those that are there, not beside them. */
  replace: boolean;
}

/** What was not taken of the last selection. */
export interface LeftOut {
  rejected: readonly Rejection[];
  /** Nothing is wrong with these: they came with others, and wait for the user's word. */
  rest: readonly PickedFile[];
  replace: boolean;
}

export const nothingLeftOut: LeftOut = { rejected: [], rest: [], replace: false };

interface Admission {
  /** All files of the post, what was there before first. */
  files: readonly PickedFile[];
  leftOut: LeftOut;
}

const isSame = (a: PickedFile, b: PickedFile) =>
  a.file.name === b.file.name && a.file.size === b.file.size;

/**
 * Which files join those that are there: none twice, no more than a carousel holds, and nothing of a
 * selection in which something is refused.
 */
export function admit(present: readonly PickedFile[], selection: Selection): Admission {
  const { replace } = selection;
  const before = replace ? [] : present;
  const files = [...before];
  const refused = [...selection.rejected];
  const skipped: Rejection[] = [];
  for (const picked of selection.files) {
    if (files.some((other) => isSame(picked, other))) {
      skipped.push({ ...rejected(picked.file, 'Já estava na lista'), harmless: true });
    } else if (files.length >= MAX_CAROUSEL_ITEMS) {
      const full = `Não cabe: um post tem até ${MAX_CAROUSEL_ITEMS} arquivos.`;
      refused.push(rejected(picked.file, full));
    } else files.push(picked);
  }
  const joining = files.slice(before.length);
  if (refused.length > 0) {
    return { files: present, leftOut: { rejected: refused, rest: joining, replace } };
  }
  return {
    files: joining.length === 0 ? present : files,
    leftOut: { rejected: skipped, rest: [], replace },
  };
}

/** The rest of a selection, as one of its own. */
export const selectionOfRest = ({ rest, replace }: LeftOut): Selection => ({
  files: rest,
  rejected: [],
  replace,
});
