import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';

// Renders the public pages once with the meta tags of this installation, and exits.

const { renderer, metas } = z.parse(
  z.object({ renderer: z.string(), metas: z.record(z.string(), z.string()) }),
  workerData,
);

interface Renderer {
  renderPages: (metas: Readonly<Record<string, string>>) => Promise<Record<string, string>>;
}

const { renderPages } = (await import(pathToFileURL(renderer).href)) as Renderer;
parentPort?.postMessage(await renderPages(metas));
