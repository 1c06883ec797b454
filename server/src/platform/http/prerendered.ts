import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** What the web's build has rendered to HTML (decision 045). */
export interface Prerendered {
  /** The document that waits for a sign before it fetches the application. */
  shell: string;
  /** By path, what a visitor sees of the page. */
  pages: ReadonlyMap<string, string>;
}

type MetaTags = Readonly<Record<string, string>>;

const pagesSchema = z.record(z.string(), z.string());

/**
 * The pages of a build; undefined of one that has none. Those of the build itself are of an installation
 * of which nothing is said: where there is something, the build's renderer is run with it once more.
 */
export async function readPrerendered(
  dist: string,
  metaTags: MetaTags,
): Promise<Prerendered | undefined> {
  const folder = join(dist, '.prerender');
  const shell = join(folder, 'shell.html');
  if (!existsSync(shell)) return undefined;
  const usesBuiltPages = Object.keys(metaTags).length === 0;
  const pages: unknown = usesBuiltPages
    ? JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8'))
    : await renderPages(join(folder, 'render.js'), metaTags);
  return {
    shell: await readFile(shell, 'utf8'),
    pages: new Map(Object.entries(z.parse(pagesSchema, pages))),
  };
}

/** In a thread of its own, with which everything goes that rendering has loaded. */
function renderPages(renderer: string, metas: MetaTags): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./prerendered-thread.ts', import.meta.url), {
      workerData: { renderer, metas },
      // Not the libraries' development builds, which are slower and print warnings.
      env: { NODE_ENV: 'production' },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    // After its answer nobody listens any more.
    thread.once('exit', () => reject(new Error('The public pages were not rendered')));
  });
}
