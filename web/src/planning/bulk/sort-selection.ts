import { BATCH_FILES_MAX } from '@pontual/contract/planning/bulk.ts';
import type { RefusedFile } from './open-zip.ts';
import { isSheet } from './sheet/sheet-file.ts';

interface SortedSelection {
  sheets: File[];
  media: File[];
  refused: RefusedFile[];
}

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);

const ZIP_LOAD_FAILED = 'Não foi possível abrir o ZIP. Verifique sua internet e escolha-o de novo.';

/** The ZIP code is loaded only on demand. */
export async function sortSelection(selection: readonly File[]): Promise<SortedSelection> {
  const sorted: SortedSelection = { sheets: [], media: [], refused: [] };
  const sort = (file: File) => sorted[isSheet(file) ? 'sheets' : 'media'].push(file);
  for (const file of selection) {
    if (!isZip(file)) sort(file);
    else {
      const { files, refused } = await import('./open-zip.ts').then(
        ({ openZip }) => openZip(file),
        () => ({ files: [], refused: [{ name: file.name, reason: ZIP_LOAD_FAILED }] }),
      );
      for (const inner of files) sort(inner);
      sorted.refused.push(...refused);
    }
  }
  return sorted;
}

const fileNameKey = (name: string) => name.normalize('NFC').toLowerCase();

/** Names are unique, because sheets refer to files by name. */
export function joinFiles<F extends { file: File }>(
  present: readonly F[],
  chosen: readonly F[],
): { files: F[]; refused: RefusedFile[] } {
  const files = [...present];
  const sizes = new Map(present.map(({ file }) => [fileNameKey(file.name), file.size]));
  const refused: RefusedFile[] = [];
  for (const candidate of chosen) {
    const { name, size } = candidate.file;
    const knownSize = sizes.get(fileNameKey(name));
    if (knownSize !== undefined && knownSize !== size) {
      refused.push({ name, reason: 'Já há outro arquivo com este nome. Renomeie um deles.' });
    } else if (knownSize === undefined && files.length === BATCH_FILES_MAX) {
      refused.push({ name, reason: `Não cabe: um lote leva até ${BATCH_FILES_MAX} arquivos.` });
    } else if (knownSize === undefined) {
      sizes.set(fileNameKey(name), size);
      files.push(candidate);
    }
  }
  return { files, refused };
}
