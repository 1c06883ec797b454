import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** By path as in `paths`, and by `*` for the not-found page: the scripts that the page loads beside the application. */
export type Preloads = ReadonlyMap<string, readonly string[]>;

const preloadsSchema = z.record(z.string(), z.array(z.string()));

/** What the web's build has noted (web/build/route-preloads.ts); nothing of a build that notes nothing. */
export async function readPreloads(dist: string): Promise<Preloads> {
  const file = join(dist, '.prerender', 'preloads.json');
  if (!existsSync(file)) return new Map();
  const content: unknown = JSON.parse(await readFile(file, 'utf8'));
  return new Map(Object.entries(z.parse(preloadsSchema, content)));
}
