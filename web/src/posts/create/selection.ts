import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts.ts';
import { rejected, type Rejection } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';

interface Admission {
  /** All files of the post, what was there before first. */
  files: readonly PickedFile[];
  rejected: Rejection[];
}

const isSame = (a: PickedFile, b: PickedFile) =>
  a.file.name === b.file.name && a.file.size === b.file.size;

/** Which files join those that are there: none twice, and no more than a carousel holds. */
export function admit(present: readonly PickedFile[], selection: readonly PickedFile[]): Admission {
  const files = [...present];
  const turnedAway: Rejection[] = [];
  for (const picked of selection) {
    if (files.some((other) => isSame(picked, other))) {
      turnedAway.push({ ...rejected(picked.file, 'Já estava na lista'), harmless: true });
    } else if (files.length >= MAX_CAROUSEL_ITEMS) {
      const full = `Ficou de fora: um post tem até ${MAX_CAROUSEL_ITEMS} arquivos.`;
      turnedAway.push(rejected(picked.file, full));
    } else files.push(picked);
  }
  return { files, rejected: turnedAway };
}
