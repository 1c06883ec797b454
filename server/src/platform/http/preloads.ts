import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Scripts by path as in `paths`; `*` is the not-found page. */
export type Preloads = ReadonlyMap<string, readonly string[]>;

const preloadsSchema = z.record(z.string(), z.array(z.string()));

/** The build of the web writes this file (web/build/route-preloads.ts). */
export async function readPreloads(dist: string): Promise<Preloads> {
  const file = join(dist, '.prerender', 'preloads.json');
  if (!existsSync(file)) return new Map();
  const content: unknown = JSON.parse(await readFile(file, 'utf8'));
  return new Map(Object.entries(z.parse(preloadsSchema, content)));
}
