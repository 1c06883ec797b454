import { posix } from 'node:path';

/**
 * The order of each tree: an import may lead from an entry to those after it, never to one before it.
 * An entry is a file or a folder below the root; of two that fit, the longer one counts.
 */
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
  'web/src': [
    'app',
    'service-worker',
    'dashboard',
    'calendar',
    // The queue page opens a post; a post shows its approval and its series.
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

/** Which entry of an order holds a path below its root; undefined where none does. */
export function entryOf(order: readonly string[], path: string): string | undefined {
  return order
    .filter((entry) => path === entry || path.startsWith(`${entry}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The paths that a file imports, types and lazy imports included; packages are left out. */
export function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) =>
    specifier.startsWith('.') ? [posix.join(posix.dirname(path), specifier)] : [],
  );
}

/** By file, what it imports; paths are from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** `file -> imported file` of every import that leads up the order of its tree. */
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

/** Every circle of files that import each other, as the sorted list of its files. */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  // Tarjan's strongly connected components.
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
