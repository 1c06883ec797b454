import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@pontual/contract/paths.ts';
import { parseSync, type ESTree, type Plugin, type Rolldown } from 'vite';
import { chunkFinder } from './chunks.ts';

type Chunk = Rolldown.OutputChunk;
type Properties = ReadonlyMap<string, ESTree.Expression>;

const ROUTES = 'src/routes.tsx';
/** By `id` of a route in the table above, what stands in it, too (web/src/seldom-routes.ts). */
const SELDOM = 'src/seldom-routes.ts';
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
        const [code, seldom] = await Promise.all(
          [ROUTES, SELDOM].map((name) => readFile(join(root, name), 'utf8')),
        );
        const routes = modulesByPath(code ?? '', seldom ?? '');
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

/** From the text of the route tables: by path what `lazy` imports, there and in the routes around it. */
function modulesByPath(code: string, seldomCode: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seldom = propertiesOf(objectOf(SELDOM, seldomCode));
  const walk = (list: Table | undefined, above: readonly string[]): void => {
    if (list?.array.type !== 'ArrayExpression') return;
    for (const route of list.array.elements) {
      if (route?.type !== 'ObjectExpression') continue;
      const properties = propertiesOf(route);
      const modules = [...above, ...importsOf(list.code, properties.get('lazy'))];
      const path = pathOf(properties.get('path'));
      // An address that no route names has been looked for among the seldom ones, too.
      if (path !== undefined) found.set(path, path === ELSE ? [...modules, SELDOM] : modules);
      walk(tableOf(list.code, properties.get('children')), modules);
      const more = seldom.get(textOf(properties.get('id')) ?? '');
      walk(tableOf(seldomCode, more), [...modules, SELDOM]);
    }
  };
  walk({ code, array: declaredIn(ROUTES, code) }, []);
  return found;
}

/** A list of routes and the text that it stands in. */
interface Table {
  code: string;
  array: ESTree.Expression;
}

const tableOf = (code: string, array: ESTree.Expression | undefined): Table | undefined =>
  array === undefined ? undefined : { code, array };

const importsOf = (code: string, lazy: ESTree.Expression | undefined): string[] =>
  lazy === undefined
    ? []
    : [...code.slice(lazy.start, lazy.end).matchAll(/import\('\.\/([^']+)'\)/g)].map(
        ([, name]) => `src/${name}`,
      );

/** What the only exported constant of a module is. */
function declaredIn(name: string, code: string): ESTree.Expression {
  for (const statement of parseSync(name, code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    const init = declared?.type === 'VariableDeclaration' ? declared.declarations[0]?.init : null;
    if (init != null) return init;
  }
  throw new Error(`${name} exports no table`);
}

function objectOf(name: string, code: string): ESTree.ObjectExpression {
  const declared = declaredIn(name, code);
  if (declared.type !== 'ObjectExpression') throw new Error(`${name} exports no object`);
  return declared;
}

const textOf = (value: ESTree.Expression | undefined): string | undefined =>
  value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;

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
  const text = textOf(value);
  if (text !== undefined) return text;
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
