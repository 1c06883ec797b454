import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { paths } from '@pontual/contract/shared/paths.ts';
import { parseSync, type ESTree, type Rolldown } from 'vite';
import { plainPaths } from '../src/ui/page/paths.ts';
import { chunkFinder } from './chunks.ts';

type Chunk = Rolldown.OutputChunk;
type Properties = ReadonlyMap<string, ESTree.Expression>;

const ROUTES = 'src/app/routes.tsx';
/** Child routes of routes in `ROUTES`, by their `id`. */
const LAZY_ROUTES = 'src/app/lazy-routes.ts';
const NOT_FOUND_PATH = '*';

/**
 * Returns by page path the files that its routes load besides those of every page (decision 024). Imports of
 * route loaders are excluded, because they depend on the user.
 * @throws Error for a path without a route
 */
export async function routePreloads(
  root: string,
  bundle: Rolldown.OutputBundle,
): Promise<Record<string, string[]>> {
  const [code = '', lazyCode = ''] = await Promise.all(
    [ROUTES, LAZY_ROUTES].map((name) => readFile(join(root, name), 'utf8')),
  );
  const routes = modulesByPath(code, lazyCode);
  const plain = new Set<string>(plainPaths);
  const appPaths = Object.values(paths).filter((path) => !plain.has(path));
  const missing = [...appPaths, NOT_FOUND_PATH].filter((path) => !routes.has(path));
  if (missing.length > 0) throw new Error(`No route of ${ROUTES} loads ${missing.join(', ')}`);
  return Object.fromEntries(
    [...routes]
      // The document of a plain page has no preloads, also where the application has a route for it.
      .filter(([path]) => !plain.has(path))
      .map(([path, modules]) => [path, listFiles(bundle, modules)]),
  );
}

/** Returns by path the modules of each route and its parent routes. */
function modulesByPath(code: string, lazyCode: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const lazyRoutes = readProperties(findExportedObject(LAZY_ROUTES, lazyCode));
  const walk = (list: RouteTable | undefined, parentModules: readonly string[]): void => {
    if (list?.array.type !== 'ArrayExpression') return;
    for (const route of list.array.elements) {
      if (route?.type !== 'ObjectExpression') continue;
      const properties = readProperties(route);
      const modules = [...parentModules, ...findImports(list.code, properties.get('lazy'))];
      const path = readPath(properties.get('path'));
      // The router loads the lazy routes before it decides that a path is unknown.
      if (path !== undefined)
        found.set(path, path === NOT_FOUND_PATH ? [...modules, LAZY_ROUTES] : modules);
      walk(toRouteTable(list.code, properties.get('children')), modules);
      const more = lazyRoutes.get(readString(properties.get('id')) ?? '');
      walk(toRouteTable(lazyCode, more), [...modules, LAZY_ROUTES]);
    }
  };
  walk({ code, array: findExportedValue(ROUTES, code) }, []);
  return found;
}

interface RouteTable {
  code: string;
  array: ESTree.Expression;
}

const toRouteTable = (code: string, array: ESTree.Expression | undefined): RouteTable | undefined =>
  array === undefined ? undefined : { code, array };

const findImports = (code: string, lazy: ESTree.Expression | undefined): string[] =>
  lazy === undefined
    ? []
    : [...code.slice(lazy.start, lazy.end).matchAll(/import\('(\.[^']+)'\)/g)].map(
        ([, path = '']) => posix.join(posix.dirname(ROUTES), path),
      );

function findExportedValue(name: string, code: string): ESTree.Expression {
  for (const statement of parseSync(name, code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    const init = declared?.type === 'VariableDeclaration' ? declared.declarations[0]?.init : null;
    if (init != null) return init;
  }
  throw new Error(`${name} exports no table`);
}

function findExportedObject(name: string, code: string): ESTree.ObjectExpression {
  const declared = findExportedValue(name, code);
  if (declared.type !== 'ObjectExpression') throw new Error(`${name} exports no object`);
  return declared;
}

const readString = (value: ESTree.Expression | undefined): string | undefined =>
  value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;

function readProperties({ properties }: ESTree.ObjectExpression): Properties {
  return new Map(
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, property.value] as const]
        : [],
    ),
  );
}

function readPath(value: ESTree.Expression | undefined): string | undefined {
  const text = readString(value);
  if (text !== undefined) return text;
  if (value?.type !== 'MemberExpression' || value.property.type !== 'Identifier') return undefined;
  const { name } = value.property;
  return Object.entries(paths).find(([key]) => key === name)?.[1];
}

function listFiles(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const findChunk = chunkFinder(bundle);
  const chunks = new Set<Chunk>();
  const addChunk = (chunk: Chunk): void => {
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') addChunk(next);
    }
  };
  // The document already references these chunks.
  addChunk(findChunk('index.html'));
  const sharedChunks = new Set(chunks);
  for (const module of modules) addChunk(findChunk(module));
  return [...chunks]
    .filter((chunk) => !sharedChunks.has(chunk))
    .map(({ fileName }) => `/${fileName}`);
}
