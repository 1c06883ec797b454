import { posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { declaredExports } from './words.ts';

/** Returns what is wrong with a count that is not its ceiling, and undefined for one that is. */
export function compareWithCeiling(
  count: number,
  ceiling: number,
  found: readonly string[] = [],
): string | undefined {
  if (count > ceiling)
    return [`${count} is more than the ceiling of ${ceiling}`, ...found].join('\n');
  if (count < ceiling) return `lower the ceiling to ${count}`;
  return undefined;
}

const CLONE = /^ - (\S+) \[(\d+):.*\n\s+(\S+) \[(\d+):/gm;

/** Returns `path:line, path:line` of both copies of each clone in the output of jscpd. */
export const findClones = (output: string): string[] =>
  [...stripVTControlCharacters(output).matchAll(CLONE)].map(
    ([, one, line, other, otherLine]) => `${one}:${line}, ${other}:${otherLine}`,
  );

const NAMED_IMPORT = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;
/** Takes every name of the file. */
const WHOLE_IMPORT = /\bimport\s*(?:\*\s*as\s+\w+\s+from\s*|\()\s*'([^']+)'/g;

/**
 * Returns `path: name` of every exported name that exactly one other file imports.
 * @param files texts by their paths from the root of the repository
 */
export function findNamesUsedOnce(files: ReadonlyMap<string, string>): string[] {
  const exported = new Map([...files].map(([path, text]) => [path, declaredExports(text)]));
  const users = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const use = (specifier: string, names: Iterable<string>) => {
      const path = pathOf(file, specifier);
      for (const name of names) {
        const key = `${path}: ${name}`;
        users.set(key, (users.get(key) ?? new Set()).add(file));
      }
    };
    for (const [, names = '', specifier = ''] of text.matchAll(NAMED_IMPORT)) {
      use(specifier, names.split(',').map(importedName));
    }
    for (const [, specifier = ''] of text.matchAll(WHOLE_IMPORT)) {
      use(specifier, exported.get(pathOf(file, specifier)) ?? []);
    }
  }
  return findExportedNames(files).filter((key) => users.get(key)?.size === 1);
}

/** Returns `path: name` of every exported name. */
export const findExportedNames = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) =>
    [...declaredExports(text)].map((name) => `${path}: ${name}`),
  );

const importedName = (part: string) =>
  part
    .trim()
    .replace(/^type /, '')
    .replace(/ as .*/, '');

/** Follows the `exports` of the package.json files of the workspaces. */
function pathOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return specifier
    .replace(/^@pontual\/(\w+)\/(?=testing\/|support\/)/, '$1/')
    .replace(/^@pontual\/(\w+)\//, '$1/src/');
}

const MAX_DEPENDENCIES = 6;
const FACTORY =
  /^(?:export )?(?:async )?function (create[A-Z]\w*)(?:<[^(]*>)?\(([^]*?)\n?\)(?:: [^\n]*)? \{$/gm;

/** Returns `path: factory` of every factory that takes an object of more than six members. */
export function findLargeFactories(path: string, text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  return [...code.matchAll(FACTORY)]
    .filter(([, , parameters = '']) =>
      objectTypesOf(parameters, code).some((type) => countMembers(type) > MAX_DEPENDENCIES),
    )
    .map(([, name]) => `${path}: ${name}`);
}

/** The texts that begin with the object types of the parameters, written there or declared in the file. */
function objectTypesOf(parameters: string, code: string): string[] {
  const inline = [...parameters.matchAll(/: (?=\{)/g)].map(({ index }) => parameters.slice(index));
  const named = [...parameters.matchAll(/: (\w+)/g)].flatMap(([, name]) => {
    const declaration = new RegExp(`^(?:export )?(?:interface|type) ${name}\\b[^{;]*\\{`, 'm').exec(
      code,
    );
    return declaration === null ? [] : [code.slice(declaration.index)];
  });
  return [...inline, ...named];
}

function countMembers(type: string): number {
  let [depth, count] = [0, 0];
  for (const [char] of type.matchAll(/[{};]/g)) {
    if (char === '{') depth += 1;
    else if (char === ';' && depth === 1) count += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  return count;
}
