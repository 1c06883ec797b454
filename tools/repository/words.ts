const replacedInNames = new Set([
  'nudge',
  'twin',
  'rival',
  'neighbour',
  'keeper',
  'upkeep',
  'sweep',
  'seldom',
  'shelf',
  'leftover',
  'drawer',
  'silence',
  'planb',
]);

/** Words and phrases that prose may not use, in the singular; a plural counts as well. */
const replacedInProse =
  /\b(nobody|whoever|somebody|twin|rival|nudge|sweep|upkeep|leftover|keeper|seldom|plan b|held up|in doubt)s?\b|\b(its|their) hour\b/i;

const singular = (word: string) => word.replace(/s$/, '');

export function findWordsInNames(path: string, text: string): string[] {
  const names = new Set(text.match(/\b[A-Za-z_]\w*\b/g));
  return [...names]
    .filter((name) => {
      const parts = name
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split('_');
      return parts.length > 1 && parts.some((part) => replacedInNames.has(singular(part)));
    })
    .map((name) => `${path}: ${name}`);
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

/** `path: line` of everything in prose that uses a replaced word; words in backticks are names. */
export function findWordsInProse(path: string, text: string): string[] {
  return proseOf(path, text)
    .filter((words) => replacedInProse.test(words.replace(/`[^`]*`/g, '')))
    .map((words) => `${path}: ${words.trim()}`);
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
