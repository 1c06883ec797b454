import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a module imports when it runs: types are erased. */
const IMPORTED = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** The tests of the server, as paths in its folder. */
export interface TestFiles {
  /** Can reach a database. */
  withDatabase: string[];
  /** Cannot: nothing that they import, near or far, is its driver. */
  without: string[];
}

/** Sorts the server's tests by their imports; `server` is its folder. */
export function findTestFiles(server: string): TestFiles {
  const imports = new Map<string, string[]>();
  function importsOf(path: string): string[] {
    const known = imports.get(path);
    if (known !== undefined) return known;
    const text = readFileSync(path, 'utf8');
    const found = [...text.matchAll(IMPORTED)].map(([, from = '']) =>
      from.startsWith('.') ? join(path, '..', from) : from,
    );
    imports.set(path, found);
    return found;
  }
  function reachesDriver(path: string): boolean {
    const seen = new Set([path]);
    // What is added while it is walked through is walked through as well.
    for (const module of seen) {
      if (module.endsWith('.ts') && module.startsWith(server)) {
        importsOf(module).forEach((next) => seen.add(next));
      }
    }
    return seen.has('pg');
  }
  const all = globSync('{src,bench}/**/*.test.ts', { cwd: server }).toSorted();
  const withDatabase = all.filter((path) => reachesDriver(join(server, path)));
  return { withDatabase, without: all.filter((path) => !withDatabase.includes(path)) };
}
