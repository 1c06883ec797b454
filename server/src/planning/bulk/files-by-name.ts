import type { AnnouncedFile, BatchIssue } from '@pontual/contract/planning/bulk.ts';

/** A name with several indexes is ambiguous. */
export type FilesByName = ReadonlyMap<string, readonly number[]>;

/** Names are compared composed (NFC), in lower case and without their folder. */
const normalizeName = (text: string) =>
  (text.split(/[/\\]/).at(-1) ?? '').normalize('NFC').toLowerCase().trim();
const withoutExtension = (name: string) => name.replace(/\.\w{1,5}$/, '');

/** A name without its extension finds a file only where no file has exactly that name. */
export function indexFilesByName(files: readonly Pick<AnnouncedFile, 'name'>[]): FilesByName {
  const byBaseName = new Map<string, number[]>();
  for (const [index, { name }] of files.entries()) {
    const key = withoutExtension(normalizeName(name));
    byBaseName.set(key, [...(byBaseName.get(key) ?? []), index]);
  }
  const byFullName = Map.groupBy(files.keys(), (index) => normalizeName(files[index]?.name ?? ''));
  return new Map([...byBaseName, ...byFullName]);
}

/** Names are separated by `|`, `;`, commas or line breaks. */
export function findFiles(
  cell: string,
  filesByName: FilesByName,
): { indexes: number[]; issues: BatchIssue[] } {
  const indexes: number[] = [];
  const issues: BatchIssue[] = [];
  const addIssue = (code: BatchIssue['code'], message: string) =>
    issues.push({ column: 'files', code, message, isWarning: false });
  for (const name of splitNames(cell, filesByName)) {
    const found = filesByName.get(normalizeName(name)) ?? [];
    const [index] = found;
    if (index === undefined) {
      addIssue('FILE_MISSING', `O arquivo “${name}” não está entre os que você escolheu.`);
    } else if (found.length > 1) {
      addIssue('FILE_AMBIGUOUS', `Há mais de um arquivo “${name}”. Escreva o nome com o final.`);
    } else indexes.push(index);
  }
  if (indexes.length === 0 && issues.length === 0) {
    addIssue('FILE_REQUIRED', 'Diga o arquivo deste post.');
  }
  return { indexes, issues };
}

/** A comma may be part of a name. */
function splitNames(cell: string, filesByName: FilesByName): string[] {
  // A cell that is the name of one file means that file, whatever separators it contains.
  if (filesByName.has(normalizeName(cell))) return [cell];
  const names = cell.split(/[|;\n\r]+/).flatMap((part) => {
    const isOne = filesByName.has(normalizeName(part)) || !part.includes(',');
    return isOne ? [part] : part.split(',');
  });
  return names.map((name) => name.trim()).filter((name) => name !== '');
}
