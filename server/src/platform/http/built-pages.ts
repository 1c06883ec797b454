import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

const builtPagesSchema = z.object({
  /** The document of a plain page, without the application. */
  shell: z.string(),
  /** The HTML of the plain pages by path. */
  pages: z.record(z.string(), z.string()),
  /** The scripts of the other pages, by path as in `paths`; `*` is the not-found page. */
  preloads: z.record(z.string(), z.array(z.string())),
});

export type BuiltPages = z.infer<typeof builtPagesSchema>;

const folderOf = (dist: string) => join(dist, '.pages');
export const rendererFile = (dist: string): string => join(folderOf(dist), 'render.js');

type MetaTags = Readonly<Record<string, string>>;

/**
 * Reads what web/build/plain-pages.ts has written. Where the installation has meta tags, the renderer of the
 * build runs again. Undefined without a build.
 */
export async function readBuiltPages(
  dist: string,
  metaTags: MetaTags,
): Promise<BuiltPages | undefined> {
  const file = join(folderOf(dist), 'pages.json');
  if (!existsSync(file)) return undefined;
  const built = z.parse(builtPagesSchema, JSON.parse(await readFile(file, 'utf8')));
  if (Object.keys(metaTags).length === 0) return built;
  const pages = z.parse(
    builtPagesSchema.shape.pages,
    await renderPages(rendererFile(dist), metaTags),
  );
  return { ...built, pages };
}

/** In its own thread, so that the modules it loads are freed afterwards. */
function renderPages(renderer: string, metas: MetaTags): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData: { renderer, metas },
      // The development builds of the libraries are slower and print warnings.
      env: { NODE_ENV: 'production' },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The public pages were not rendered')));
  });
}
