// The counts of ceilings.json only fall (decision 037).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import ceilings from './ceilings.json' with { type: 'json' };
import {
  compareWithCeiling,
  findClones,
  findExportedNames,
  findLargeFactories,
  findNamesUsedOnce,
} from './ceilings.ts';
import { listFiles, readText, root } from './files.ts';

const modules = listFiles('contract', 'server', 'web', 'sandbox', 'e2e', 'tools').filter((path) =>
  /\.tsx?$/.test(path),
);
const texts = new Map(modules.map((path) => [path, readText(path)]));
const isProduction = (path: string) => /^\w+\/src\/(?!.*\.test\.tsx?)/.test(path);

interface Counted {
  count: number;
  /** Left out where there are thousands. */
  found?: readonly string[];
}

const countOf = (found: readonly string[]): Counted => ({ count: found.length, found });

const counts: Record<keyof typeof ceilings, () => Counted> = {
  'copied blocks': countCopiedBlocks,
  'percent of the exported names that are used once': () => ({
    count: Math.ceil(
      (100 * findNamesUsedOnce(texts).filter(isProduction).length) /
        findExportedNames(texts).filter(isProduction).length,
    ),
  }),
  'factories with more than six dependencies': () =>
    countOf(
      [...texts]
        .filter(([path]) => isProduction(path))
        .flatMap(([path, text]) => findLargeFactories(path, text)),
    ),
};

function countCopiedBlocks(): Counted {
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'jscpd'), {
    cwd: root,
    encoding: 'utf8',
  });
  const [, count] = /Found (\d+) clones/.exec(stdout) ?? [];
  if (count === undefined) throw new Error(`jscpd reported no count: ${stdout}`);
  return { count: Number(count), found: findClones(stdout) };
}

describe('the tree', () => {
  for (const [name, count] of Object.entries(counts)) {
    test(`has as many ${name} as their ceiling`, () => {
      const ceiling = ceilings[name as keyof typeof ceilings];
      const counted = count();
      expect(compareWithCeiling(counted.count, ceiling, counted.found)).toBeUndefined();
    });
  }
});

describe('a ceiling', () => {
  test('refuses a higher count', () => {
    expect(compareWithCeiling(8, 7)).toBe('8 is more than the ceiling of 7');
  });

  test('lists what is counted', () => {
    const output = [
      '\x1b[1mClone found (tsx)\x1b[22m',
      ' - \x1b[1m\x1b[32mposts/a.tsx\x1b[39m\x1b[22m [35:48 - 43:6] (9 lines, 54 tokens)',
      '   posts/b.tsx [31:17 - 39:8]',
      'Found 1 clones.',
    ].join('\n');
    expect(findClones(output)).toEqual(['posts/a.tsx:35, posts/b.tsx:31']);
    expect(compareWithCeiling(1, 0, findClones(output))).toBe(
      '1 is more than the ceiling of 0\nposts/a.tsx:35, posts/b.tsx:31',
    );
  });

  test('falls with the count', () => {
    expect(compareWithCeiling(6, 7)).toBe('lower the ceiling to 6');
    expect(compareWithCeiling(7, 7)).toBeUndefined();
  });
});

describe('an exported name used once', () => {
  const findAmong = (files: Record<string, string>) =>
    findNamesUsedOnce(new Map(Object.entries(files)));

  test('is imported by exactly one other file', () => {
    expect(
      findAmong({
        'web/src/a.ts': 'export const one = 1;\nexport type Two = 2;\nexport const three = 3;',
        'web/src/b.ts': `import { one, type Two } from './a.ts';\nimport { one as again } from './a.ts';`,
        'web/src/c/d.ts': `import type { Two } from '../a.ts';`,
      }),
    ).toEqual(['web/src/a.ts: one']);
  });

  test('may be imported from another workspace, lazily, or with its whole file', () => {
    expect(
      findAmong({
        'contract/src/a.ts': 'export const one = 1;',
        'server/testing/b.ts': 'export async function two() {}',
        'web/src/c.tsx': 'export function Three() {}',
        'web/src/d.ts': [
          `import * as a from '@pontual/contract/a.ts';`,
          `import {\n  two as second,\n} from '@pontual/server/testing/b.ts';`,
          `const three = () => import('./c.tsx');`,
        ].join('\n'),
      }),
    ).toEqual(['contract/src/a.ts: one', 'server/testing/b.ts: two', 'web/src/c.tsx: Three']);
  });
});

describe('a large factory', () => {
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) => `  part${index}(its: { a: 1; b: 2 }): void;`).join(
      '\n',
    );

  test('takes an object of more than six members', () => {
    const text = [
      `export function createPosts(deps: {\n${members(7)}\n}) {\n}`,
      `function createDrafts(deps: {\n  /* a; b */\n${members(6)}\n}): Drafts {\n}`,
    ].join('\n');
    expect(findLargeFactories('server/src/posts.ts', text)).toEqual([
      'server/src/posts.ts: createPosts',
    ]);
  });

  test('may name the type of the object', () => {
    const text = [
      `interface Parts {\n${members(7)}\n}`,
      'export async function createPosts<T>({ part1 }: Parts, clock: Clock): Promise<T> {\n}',
      'export function createPost(part: Part): void {\n}',
    ].join('\n');
    expect(findLargeFactories('server/src/posts.ts', text)).toEqual([
      'server/src/posts.ts: createPosts',
    ]);
  });
});
