import { posix } from 'node:path';

/** A file may import from its own entry and from later ones. If two entries match, the longer one counts. */
export const orders: Readonly<Record<string, readonly string[]>> = {
  'contract/src': [
    'operation-titles.ts',
    'api.ts',
    'public-api',
    'insights',
    'planning',
    'operations',
    'posts',
    'instagram',
    'privacy',
    'notifications',
    'identity',
    'billing',
    'media',
    'shared',
  ],
  'server/src': [
    'composition',
    'operations',
    'privacy',
    'public-api',
    'planning',
    'reporting',
    'posts',
    'publishing',
    'instagram',
    'identity',
    'billing',
    'notifications',
    'media',
    'platform',
  ],
  // The pure part stands below what reads and writes.
  'server/src/publishing': [
    'engine.ts',
    'changes',
    'steps',
    'dispatch',
    'store',
    'transition.ts',
    'transitions',
    'transition-events.ts',
    'post-issues.ts',
    'observations.ts',
    'state.ts',
    'removable-rules.ts',
    'publishing.rules.ts',
    'observe.ts',
  ],
  'web/src': [
    'app',
    'service-worker',
    'dashboard',
    'calendar',
    // The queue page opens post details, and post details show the approval and the series.
    'planning/queue',
    'posts/detail',
    'posts/edit',
    'planning',
    'posts/change',
    'account',
    'public',
    'composer',
    'library',
    'insights',
    'posts',
    'instagram',
    'ui',
    'api',
  ],
  'sandbox/src': [
    'main.ts',
    'sandbox.ts',
    'http.ts',
    'control',
    'stripe',
    'google',
    'instagram',
    'mail',
    'push',
    'platform',
  ],
};

export function entryOf(order: readonly string[], path: string): string | undefined {
  return order
    .filter((entry) => path === entry || path.startsWith(`${entry}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Returns the paths that a file imports, including types and lazy imports, without packages. */
export function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) =>
    specifier.startsWith('.') ? [posix.join(posix.dirname(path), specifier)] : [],
  );
}

/** The imports of each file; paths are relative to the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Returns `file -> imported file` of every import from an earlier entry of the order. */
export function findUpwardImports(graph: ImportGraph, root: string): string[] {
  const order = orders[root] ?? [];
  const rankOf = (path: string) =>
    order.indexOf(entryOf(order, path.slice(root.length + 1)) ?? 'no entry');
  return [...graph].flatMap(([file, imported]) =>
    imported
      .filter((other) => other.startsWith(`${root}/`) && rankOf(other) < rankOf(file))
      .map((other) => `${file} -> ${other}`),
  );
}

export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    onStack.add(file);
    let low = index;
    for (const other of graph.get(file) ?? []) {
      if (!graph.has(other)) continue;
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (onStack.has(other)) low = Math.min(low, order.get(other) ?? low);
    }
    lowest.set(file, low);
    if (low !== index) return low;
    const circle = stack.splice(stack.indexOf(file));
    for (const member of circle) onStack.delete(member);
    const isSelfImport = (graph.get(file) ?? []).includes(file);
    if (circle.length > 1 || isSelfImport) circles.push(circle.toSorted());
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

export function readFlowcharts(text: string): [from: string, to: string][][] {
  return [...text.matchAll(/```mermaid\nflowchart[^\n]*\n([^]*?)```/g)].map(([, body = '']) =>
    [...body.matchAll(/^ *(\S+) --> (\S+)$/gm)].map(([, from = '', to = '']) => [from, to]),
  );
}

/** Returns the arrows of a flowchart without an import, and the imports without an arrow. */
export function compareWithMap(
  graph: ImportGraph,
  root: string,
  arrows: readonly (readonly [from: string, to: string])[],
): { unused: string[]; undrawn: string[] } {
  const order = orders[root] ?? [];
  const entry = (path: string) =>
    path.startsWith(`${root}/`) ? entryOf(order, path.slice(root.length + 1)) : undefined;
  const imports = new Set(
    [...graph].flatMap(([file, imported]) =>
      imported
        .map((other) => [entry(file), entry(other)])
        .filter(([from, to]) => from !== to && from !== undefined && to !== undefined)
        .map((pair) => pair.join(' --> ')),
    ),
  );
  const reachable = (from: string): Set<string> => {
    const found = new Set<string>();
    const visit = (at: string) => {
      for (const [start, end] of arrows) {
        if (start !== at || found.has(end)) continue;
        found.add(end);
        visit(end);
      }
    };
    visit(from);
    return found;
  };
  return {
    unused: arrows.map((pair) => pair.join(' --> ')).filter((pair) => !imports.has(pair)),
    undrawn: [...imports].filter((pair) => {
      const [from = '', to = ''] = pair.split(' --> ');
      return !reachable(from).has(to);
    }),
  };
}
