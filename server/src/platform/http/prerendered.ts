import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

export interface Prerendered {
  /** The document that loads the application only when the visitor interacts with the page. */
  shell: string;
  pages: ReadonlyMap<string, string>;
}

type MetaTags = Readonly<Record<string, string>>;

const pagesSchema = z.record(z.string(), z.string());

/** Where the installation has meta tags, the renderer of the build runs again. */
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

/** In its own thread, so that the modules it loads are freed afterwards. */
function renderPages(renderer: string, metas: MetaTags): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./prerendered-thread.ts', import.meta.url), {
      workerData: { renderer, metas },
      // The development builds of the libraries are slower and print warnings.
      env: { NODE_ENV: 'production' },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The public pages were not rendered')));
  });
}
