/** Words that no name may contain, each with the word of the glossary that it has become. */
const replacedInNames: Readonly<Record<string, string>> = {
  nudge: 'wake-up',
  twin: 'conflicting post',
  rival: 'conflicting post',
  neighbour: 'conflicting post',
  keeper: 'draft store',
  upkeep: 'maintenance',
  sweep: 'maintenance or recovery',
  seldom: 'lazy',
  shelf: 'fixture',
  leftover: 'recovery',
  drawer: 'the name of what it contains',
  silence: 'outage window or pause',
  planb: 'manual publishing',
};

/** Words that prose may not use, in the singular (a plural counts as well), and phrases. */
const replacedInProse: Readonly<Record<string, string>> = {
  nobody: 'a sentence whose subject is the user, the owner or the worker',
  whoever: 'the user, the owner or the worker',
  somebody: 'a user, a visitor or a worker',
  twin: 'conflicting post',
  rival: 'conflicting post',
  nudge: 'wake-up',
  sweep: 'maintenance or recovery',
  upkeep: 'maintenance',
  leftover: 'recovery',
  keeper: 'draft store',
  seldom: 'rarely, or lazy of a route',
  'plan b': 'manual publishing',
  'held up': 'on hold',
  'in doubt': 'of unknown outcome',
  'its hour': 'its due time',
  'their hour': 'their due times',
};
const prosePattern = Object.keys(replacedInProse)
  .map((word) => (word.includes(' ') ? `(${word})` : `(${word})s?`))
  .join('|');
const PROSE_PATTERN = new RegExp(`\\b(?:${prosePattern})\\b`, 'i');

const describeWord = (found: string, word: string, instead = '') =>
  `${found} (“${word}”; write: ${instead})`;

const singular = (word: string) => word.replace(/s$/, '');

/** `path: name (“word”; write: …)` of every name with a replaced word. */
export function findWordsInNames(path: string, text: string): string[] {
  const names = new Set(text.match(/\b[A-Za-z_]\w*\b/g));
  return [...names].flatMap((name) => {
    const parts = name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split('_')
      .map(singular);
    const word = parts.find((part) => Object.hasOwn(replacedInNames, part));
    return word === undefined || parts.length === 1
      ? []
      : [describeWord(`${path}: ${name}`, word, replacedInNames[word])];
  });
}

/** The comments of a source file and the titles of its tests; the lines of a document. */
export function proseOf(path: string, text: string): string[] {
  if (path.endsWith('.md')) return text.split('\n');
  if (path.endsWith('.sql')) return [...text.matchAll(/--(.*)$/gm)].map(([, words = '']) => words);
  const comments = [...text.matchAll(/\/\*\*?([^]*?)\*\/|(?:^|[\s;{}(,])\/\/(.*)$/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );
  const titles = [
    ...text.matchAll(/\b(?:test|describe)(?:\.[\w.]+)?(?:\([^'"`()]*\))?\((['"`])(.*?)\1/g),
  ].map(([, , title = '']) => title);
  return [...comments, ...titles];
}

/** `path: line (“word”; write: …)` of everything in prose with a replaced word; words in backticks are names. */
export function findWordsInProse(path: string, text: string): string[] {
  return proseOf(path, text).flatMap((line) => {
    const [, ...groups] = PROSE_PATTERN.exec(line.replace(/`[^`]*`/g, '')) ?? [];
    const word = groups.find((group) => group !== undefined)?.toLowerCase();
    if (word === undefined) return [];
    return [describeWord(`${path}: ${line.trim()}`, word, replacedInProse[word])];
  });
}

const DECLARED_EXPORT =
  /^export (?:async |abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

/** Returns the names that a file declares and exports. */
export const declaredExports = (text: string): Set<string> =>
  new Set([...text.matchAll(DECLARED_EXPORT)].map(([, name = '']) => name));

/** `name: paths` of every exported name that more than one of these files declares. */
export function findSharedExports(files: ReadonlyMap<string, string>): string[] {
  const names = [...files].flatMap(([path, text]) =>
    [...declaredExports(text)].map((name) => [name, path] as const),
  );
  return [...Map.groupBy(names, ([name]) => name)]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(([, path]) => path).join(', ')}`);
}
