import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  compareWithMap,
  entryOf,
  findCircles,
  findUpwardImports,
  importsOf,
  orders,
  readFlowcharts,
} from './arrows.ts';
import { listFiles, readText, root } from './files.ts';

const readGraph = (folders: readonly string[]) => {
  const files = listFiles(...folders).filter((path) => /\.tsx?$/.test(path));
  return new Map(files.map((path) => [path, importsOf(path, readText(path))] as const));
};
const isTest = (path: string) => /\.test\.tsx?$|-fixture\.tsx?$/.test(path);

describe('the tree', () => {
  const graph = readGraph(['contract', 'server', 'web', 'sandbox', 'e2e', 'tools']);

  test('has no files that import each other in a circle', () => {
    expect(graph.size).toBeGreaterThan(0);
    expect(findCircles(graph)).toEqual([]);
  });

  for (const [folder, order] of Object.entries(orders)) {
    const sources = new Map([...graph].filter(([path]) => path.startsWith(`${folder}/`)));

    test(`${folder} holds only what its order names`, () => {
      const unnamed = [...sources.keys()].filter(
        (path) => entryOf(order, path.slice(folder.length + 1)) === undefined,
      );
      expect(unnamed.filter((path) => !isTest(path))).toEqual([]);
    });

    test(`${folder} imports nothing upwards`, () => {
      const production = new Map([...sources].filter(([path]) => !isTest(path)));
      expect(findUpwardImports(production, folder)).toEqual([]);
    });
  }

  test('is drawn in docs/architecture.md as the imports are', () => {
    const maps = readFlowcharts(readText('docs/architecture.md'));
    const production = new Map([...graph].filter(([path]) => !isTest(path)));
    const differences = ['server/src', 'web/src'].map((folder, index) =>
      compareWithMap(production, folder, maps[index] ?? []),
    );
    expect(differences).toEqual([
      { unused: [], undrawn: [] },
      { unused: [], undrawn: [] },
    ]);
  });

  for (const folder of [...Object.keys(orders), 'tools', 'e2e']) {
    test(`${folder} has at most 14 entries`, () => {
      const entries = readdirSync(join(root, folder)).filter(
        (name) =>
          !/\.test\.ts$|^(node_modules|test-results|package\.json|tsconfig\.json)$/.test(name),
      );
      expect(entries.length).toBeLessThanOrEqual(14);
    });
  }
});

describe('the checks', () => {
  test('find an import that leads up, by the longest entry', () => {
    const graph = new Map([
      ['web/src/ui/button.tsx', ['web/src/app/router.ts']],
      ['web/src/planning/queue/queue-page.tsx', ['web/src/posts/detail/post-view.tsx']],
      ['web/src/planning/series/series-card.tsx', ['web/src/posts/detail/post-view.tsx']],
    ]);
    expect(findUpwardImports(graph, 'web/src')).toEqual([
      'web/src/ui/button.tsx -> web/src/app/router.ts',
      'web/src/planning/series/series-card.tsx -> web/src/posts/detail/post-view.tsx',
    ]);
  });

  test('find an arrow that no import follows, and an import that no arrow allows', () => {
    const graph = new Map([
      ['web/src/app/routes.tsx', ['web/src/ui/button.tsx']],
      ['web/src/ui/button.tsx', ['web/src/api/client.ts']],
    ]);
    const [arrows = []] = readFlowcharts(
      '```mermaid\nflowchart TD\n  app --> ui\n  app --> posts\n```',
    );
    expect(compareWithMap(graph, 'web/src', arrows)).toEqual({
      unused: ['app --> posts'],
      undrawn: ['ui --> api'],
    });
  });

  test('find a circle by way of types and of lazy imports', () => {
    const texts = {
      'a/one.ts': `import type { Two } from './two.ts';`,
      'a/two.ts': `const three = () => import('../b/three.ts');`,
      'b/three.ts': `export { one } from '../a/one.ts';`,
      'b/four.ts': `import { three } from './three.ts';`,
    };
    const graph = new Map(
      Object.entries(texts).map(([path, text]) => [path, importsOf(path, text)] as const),
    );
    expect(findCircles(graph)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts']]);
  });
});
