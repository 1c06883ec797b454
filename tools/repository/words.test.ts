// Words that the glossary has replaced may not come back in names, comments, test titles or documents.
import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './files.ts';
import { findSharedExports, findWordsInNames, findWordsInProse, proseOf } from './words.ts';

// The glossary and this check name the words.
const files = listFiles()
  .filter((path) => /\.(ts|tsx|js|sql|md)$/.test(path))
  .filter((path) => path !== 'docs/glossary.md' && !path.startsWith('tools/repository/words'));

test('no name has a word that the glossary replaced', () => {
  const code = files.filter((path) => /\.(ts|tsx|js|sql)$/.test(path));
  expect(code.length).toBeGreaterThan(0);
  expect(code.flatMap((path) => findWordsInNames(path, readText(path)))).toEqual([]);
});

test('no comment, test title or document has a word that the glossary replaced', () => {
  expect(files.flatMap((path) => findWordsInProse(path, readText(path)))).toEqual([]);
});

test('an exported name of the product has one meaning', () => {
  const modules = files.filter(
    (path) => /^(contract|server|web)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(modules.length).toBeGreaterThan(0);
  const texts = new Map(modules.map((path) => [path, readText(path)]));
  expect(findSharedExports(texts)).toEqual([]);
});

describe('the check', () => {
  test('finds a name that two files export, and not a name that one file exports twice', () => {
    const texts = new Map([
      ['a.ts', 'export const Post = 1;\nexport type Post = 1;\nexport const due = 2;'],
      ['b.ts', 'export async function due() {}\nconst Post = 1;'],
    ]);
    expect(findSharedExports(texts)).toEqual(['due: a.ts, b.ts']);
  });

  test('finds a word inside a name, in both spellings', () => {
    const text = 'const lastNudge = 1; update posts set is_twin = true; const nudged = 2;';
    expect(findWordsInNames('a.ts', text)).toEqual([
      'a.ts: lastNudge (“nudge”; write: wake-up)',
      'a.ts: is_twin (“twin”; write: conflicting post)',
    ]);
  });

  test('finds a word in comments and titles, and none in the texts of users', () => {
    const text = [
      '/** Tells whoever waits. */',
      "test('nobody is told', () => expect(label).toBe('nobody here'));",
      "const label = 'whoever'; // the twin of it",
    ].join('\n');
    expect(proseOf('a.test.ts', text)).toEqual([
      ' Tells whoever waits. ',
      ' the twin of it',
      'nobody is told',
    ]);
    expect(findWordsInProse('a.test.ts', text)).toHaveLength(3);
    expect(findWordsInProse('a.test.ts', text)).toContain(
      'a.test.ts: the twin of it (“twin”; write: conflicting post)',
    );
  });

  test('allows the user nobody of Unix in backticks', () => {
    expect(findWordsInProse('a.md', 'It runs as `nobody`.')).toEqual([]);
  });
});
