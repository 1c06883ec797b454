import type { AnnouncedFile, BatchProblem } from '@pontual/contract/bulk.ts';

/** By the names under which a file may be meant; of several it is not known which. */
export type NamedFiles = ReadonlyMap<string, readonly number[]>;

/** A file's name as it is compared: composed, without capital letters, and without its folder. */
const nameOf = (written: string) =>
  (written.split(/[/\\]/).at(-1) ?? '').normalize('NFC').toLowerCase().trim();
const withoutEnding = (name: string) => name.replace(/\.\w{1,5}$/, '');

/** Every name under which each of these files is found: its own, or else that without its ending. */
export function nameFiles(files: readonly Pick<AnnouncedFile, 'name'>[]): NamedFiles {
  const named = new Map<string, number[]>();
  for (const [index, { name }] of files.entries()) {
    const key = withoutEnding(nameOf(name));
    named.set(key, [...(named.get(key) ?? []), index]);
  }
  const whole = Map.groupBy(files.keys(), (index) => nameOf(files[index]?.name ?? ''));
  return new Map([...named, ...whole]);
}

/** The files that a cell names, separated by `|`, `;`, commas or line breaks. */
export function findFiles(
  cell: string,
  named: NamedFiles,
): { indexes: number[]; problems: BatchProblem[] } {
  const indexes: number[] = [];
  const problems: BatchProblem[] = [];
  const tell = (code: BatchProblem['code'], message: string) =>
    problems.push({ column: 'files', code, message, isWarning: false });
  for (const name of namesIn(cell, named)) {
    const found = named.get(nameOf(name)) ?? [];
    const [index] = found;
    if (index === undefined) {
      tell('FILE_MISSING', `O arquivo “${name}” não está entre os que você escolheu.`);
    } else if (found.length > 1) {
      tell('FILE_AMBIGUOUS', `Há mais de um arquivo “${name}”. Escreva o nome com o final.`);
    } else indexes.push(index);
  }
  if (indexes.length === 0 && problems.length === 0) {
    tell('FILE_REQUIRED', 'Diga o arquivo deste post.');
  }
  return { indexes, problems };
}

/** A comma may also be part of a name. */
function namesIn(cell: string, named: NamedFiles): string[] {
  // Whatever stands in its name, one file is one.
  if (named.has(nameOf(cell))) return [cell];
  const names = cell.split(/[|;\n\r]+/).flatMap((part) => {
    const isOne = named.has(nameOf(part)) || !part.includes(',');
    return isOne ? [part] : part.split(',');
  });
  return names.map((name) => name.trim()).filter((name) => name !== '');
}
