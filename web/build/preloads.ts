import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@pontual/contract/paths.ts';
import { parseSync, type ESTree, type Plugin, type Rolldown } from 'vite';
import { chunkFinder } from './chunks.ts';

type Chunk = Rolldown.OutputChunk;
type Properties = ReadonlyMap<string, ESTree.Expression>;

const ROUTES = 'src/routes.tsx';
/** Not served (its folder begins with a dot); the server reads it. */
const RECORD = '.prerender/preloads.json';
/** Of the not-found page, as in the route table. */
const ELSE = '*';

/**
 * Leaves for the server, by path of a page, which files the page's routes load beside those that every
 * page does (decision 044). What a loader imports is left out: it depends on who asks.
 */
export function preloads(): Plugin {
  let root = '';
  return {
    name: 'preloads',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const routes = modulesByPath(await readFile(join(root, ROUTES), 'utf8'));
        const missing = [...Object.values(paths), ELSE].filter((path) => !routes.has(path));
        if (missing.length > 0)
          throw new Error(`No route of ${ROUTES} loads ${missing.join(', ')}`);
        const files = [...routes].map(
          ([path, modules]) => [path, filesOf(bundle, modules)] as const,
        );
        const source = JSON.stringify(Object.fromEntries(files));
        this.emitFile({ type: 'asset', fileName: RECORD, source });
      },
    },
  };
}

/** From the text of the route table: by path what `lazy` imports, there and in the routes around it. */
function modulesByPath(code: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (list: ESTree.Expression | undefined, above: readonly string[]): void => {
    if (list?.type !== 'ArrayExpression') return;
    for (const route of list.elements) {
      if (route?.type !== 'ObjectExpression') continue;
      const properties = propertiesOf(route);
      const lazy = properties.get('lazy');
      const text = lazy === undefined ? '' : code.slice(lazy.start, lazy.end);
      const own = [...text.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, name]) => `src/${name}`);
      const modules = [...above, ...own];
      const path = pathOf(properties.get('path'));
      if (path !== undefined) found.set(path, modules);
      walk(properties.get('children'), modules);
    }
  };
  for (const statement of parseSync(ROUTES, code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) walk(init ?? undefined, []);
  }
  return found;
}

function propertiesOf({ properties }: ESTree.ObjectExpression): Properties {
  return new Map(
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, property.value] as const]
        : [],
    ),
  );
}

/** `paths.login`, or the text itself. */
function pathOf(value: ESTree.Expression | undefined): string | undefined {
  if (value?.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value?.type !== 'MemberExpression' || value.property.type !== 'Identifier') return undefined;
  const { name } = value.property;
  return Object.entries(paths).find(([key]) => key === name)?.[1];
}

/** In the order in which they are needed. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunkOf = chunkFinder(bundle);
  const taken = new Set<Chunk>();
  const take = (chunk: Chunk): void => {
    if (taken.has(chunk)) return;
    taken.add(chunk);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') take(next);
    }
  };
  // The document of the build names these itself.
  take(chunkOf('index.html'));
  const ofAll = new Set(taken);
  for (const module of modules) take(chunkOf(module));
  return [...taken].filter((chunk) => !ofAll.has(chunk)).map(({ fileName }) => `/${fileName}`);
}
