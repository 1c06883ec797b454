import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SAMPLE_SCHEDULE_META } from '@pontual/contract/shared/page-meta.ts';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as z from 'zod/mini';
import { preloads } from './build/route-preloads.ts';
import { prerender } from './build/prerender.ts';
import { stripSummaries } from './build/strip-summaries.ts';
import { serviceWorker } from './build/service-worker.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Whether start.js has begun this build (build/build-changed.ts). */
const isForStart = process.env['BUILD_FOR_START'] === 'on';
// The build ends with start.js: the next start builds in the same folder.
if (isForStart) process.once('disconnect', () => process.exit(1));

/** Tells start.js that the web can be served, and waits until the server has started. */
async function waitForServer(): Promise<void> {
  if (!isForStart) return;
  process.send?.('servable');
  await once(process, 'message');
  // Ctrl-C reaches this process as well: start.js waits for the rest of the build.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.channel?.unref();
}

/**
 * Writes `.gz` and `.br` beside every text file, so that the server never compresses at request time.
 * Brotli at its best takes as long as the rest of the build: a server that waits for the build starts
 * before it. Each file appears whole.
 */
function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true });
        // What the server only reads has a name that begins with a dot.
        const texts = names
          .filter((name) => /^[^.].*\.(js|css|html|svg)$/.test(name))
          .map((name) => join(folder, name));
        const compressAll = (compress: (text: Buffer) => Promise<Buffer>, ending: string) =>
          Promise.all(
            texts.map(async (path) => {
              await writeFile(`${path}.packing`, await compress(await readFile(path)));
              await rename(`${path}.packing`, `${path}.${ending}`);
            }),
          );
        await compressAll((text) => zip(text, { level: 9 }), 'gz');
        await waitForServer();
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await compressAll((text) => brotli(text, { params }), 'br');
      },
    },
  };
}

/** While developing, this serves the page, and marks it as the server would (web.routes.ts). */
function markSampleSchedule(): Plugin {
  const isOn = z.parse(z.stringbool(), process.env['MOCK_SCHEDULE'] ?? 'off');
  const meta = { tag: 'meta', attrs: { name: SAMPLE_SCHEDULE_META, content: 'on' } };
  return { name: 'mark-sample', apply: 'serve', transformIndexHtml: () => (isOn ? [meta] : []) };
}

/** The files that no page is without. */
const sharedAssets = /^assets\/(react|page|preload|rolldown-runtime)-[^/]*$/;

const api = process.env['API_ORIGIN'] ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    stripSummaries(),
    prerender(),
    precompress(),
    preloads(),
    markSampleSchedule(),
    serviceWorker(),
  ],
  build: {
    // The first versions with light-dark(), on which the two themes rest (styles/tokens.css).
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Inlined fonts and images would need data: in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    // What every document brings need not be listed again at each import(): the lists are shipped, too.
    modulePreload: {
      resolveDependencies: (_page, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !sharedAssets.test(file)),
    },
    rolldownOptions: {
      input: ['index.html', 'offline.html'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: {
          groups: [
            // What every page needs, in one file: it packs 4 kB smaller than in the five of the splitter's choice.
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            // By itself: what only loads something must not bring a page's modules with it.
            { name: 'preload', test: /vite\/preload-helper/, priority: 1 },
            // Else a page for visitors is twenty files, most of them smaller than what asks for them.
            {
              name: 'page',
              test: /src\/((ui\/page\/(public|page|legal|company|use-minute|footer)|app\/shell\/page)[^/]*|ui\/(badge|button|card|cx|dot)|api\/storage|shared\/brasilia-time|posts\/now|api\/unreachable-message)[.]/,
            },
            // The calendar tells, and has nothing to fill in.
            { name: 'alert', test: /src\/ui\/(icon-button|alert)[.]/ },
            { name: 'form', test: /src\/ui\/(field|use-form)[.]/ },
            {
              name: 'auth',
              test: /src\/public\/auth\/(auth-frame|clock-graphic|google-button)[.]/,
            },
            // Whoever asks for one of them asks for all.
            {
              name: 'query',
              test: /react-query\/.*\/(useBaseQuery|useQuery|queryOptions)[.]|src\/api\/has-failed[.]/,
            },
            // The code that names one of several accounts: a page that loads one of these files loads all of them.
            {
              name: 'accounts',
              test: /src\/instagram\/(instagram-account-names|instagram-account-tag|has-several-accounts|use-instagram-account-param)[.]/,
            },
            // Small files of the calendar: apart, what names them is as large as they are.
            {
              name: 'calendar',
              test: /src\/(posts\/(caption-line|post-filter|status-label)|ui\/dates\/month-keyboard)[.]|src\/api\/lost-membership[.]/,
            },
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 10 },
            // Of the navigation and the calendar's head: one by one they are half as large again.
            {
              name: 'app-icons',
              test: /lucide-react\/.*\/(calendar-plus|chart-column|chevron-(left|right)|ellipsis|file-text|grid-3x3|layout-(dashboard|template)|log-out|pause|arrow-right)[.]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/media': api, '/export': api } },
  preview: { proxy: { '/api': api, '/media': api, '/export': api } },
});
