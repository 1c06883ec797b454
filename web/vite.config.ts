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
import { plainPages } from './build/plain-pages.ts';
import { stripSummaries } from './build/strip-summaries.ts';
import { serviceWorker } from './build/service-worker.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** start.js runs this build (build/build-changed.ts). */
const isForStart = process.env['BUILD_FOR_START'] === 'on';
// The build ends with start.js, because the next start builds into the same folder.
if (isForStart) process.once('disconnect', () => process.exit(1));

async function waitForServer(): Promise<void> {
  if (!isForStart) return;
  process.send?.('servable');
  await once(process, 'message');
  // Ctrl-C reaches this process too, but start.js waits for the rest of the build.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.channel?.unref();
}

/**
 * The server never compresses a response. Brotli takes as long as the rest of the build, so a waiting server
 * starts before it. Each file appears atomically.
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
        // Dot files are not served.
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

/** As the server would mark it (web.routes.ts). */
function markSampleSchedule(): Plugin {
  const isOn = z.parse(z.stringbool(), process.env['MOCK_SCHEDULE'] ?? 'off');
  const meta = { tag: 'meta', attrs: { name: SAMPLE_SCHEDULE_META, content: 'on' } };
  return { name: 'mark-sample', apply: 'serve', transformIndexHtml: () => (isOn ? [meta] : []) };
}

const sharedAssets = /^assets\/(react|page|preload|rolldown-runtime)-[^/]*$/;

const api = process.env['API_ORIGIN'] ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    stripSummaries(),
    plainPages(),
    precompress(),
    markSampleSchedule(),
    serviceWorker(),
  ],
  build: {
    // The first versions with light-dark() (styles/tokens.css).
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    // Files that every document loads would only make the preload lists of import() larger.
    modulePreload: {
      resolveDependencies: (_page, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !sharedAssets.test(file)),
    },
    rolldownOptions: {
      input: ['index.html', 'offline.html'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: {
          groups: [
            // Needed by every page; compressed, one file is 4 kB smaller than the five default chunks.
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            // Separate, because a module that only loads another one must not pull in the modules of a page.
            { name: 'preload', test: /vite\/preload-helper/, priority: 1 },
            // Otherwise a visitor page loads twenty files, most smaller than the code that imports them.
            {
              name: 'page',
              test: /src\/((ui\/page\/(public|page|legal|company|use-minute|minute|find-part|to-ref|footer)|app\/shell\/page)[^/]*|ui\/(badge|button|card|cx|dot)|api\/storage|shared\/brasilia-time|posts\/now|api\/unreachable-message)[.]/,
            },
            // Separate from `form`, because the calendar shows alerts but has no form.
            { name: 'alert', test: /src\/ui\/(icon-button|alert)[.]/ },
            { name: 'form', test: /src\/ui\/(field|use-form)[.]/ },
            {
              name: 'auth',
              test: /src\/public\/auth\/(auth-frame|clock-graphic|google-button)[.]/,
            },
            {
              name: 'query',
              test: /react-query\/.*\/(useBaseQuery|useQuery|queryOptions)[.]|src\/api\/has-failed[.]/,
            },
            // Always loaded together.
            {
              name: 'accounts',
              test: /src\/instagram\/(instagram-account-names|instagram-account-tag|has-several-accounts|use-instagram-account-param)[.]/,
            },
            // As separate files, their import code would be as large as they are.
            {
              name: 'calendar',
              test: /src\/(posts\/(caption-line|post-filter|status-label|due-at)|ui\/dates\/(month-keyboard|day-text))[.]|src\/api\/lost-membership[.]/,
            },
            {
              name: 'parts',
              test: /src\/ui\/(segmented|empty-state|skeleton|pointer|use-dialog-state|use-last-value|progress-bar)[.]/,
            },
            // Not with what they import: pages without a dialog load parts of it.
            {
              name: 'action',
              test: /src\/ui\/page\/(action|confirm)-dialog[.]/,
              includeDependenciesRecursively: false,
            },
            // Without the icon of the error page (route-error.tsx), for which every page would load them all.
            {
              name: 'icons',
              test: /node_modules\/lucide-react\/(?!.*\/cloud-off[.])/,
              minShareCount: 10,
            },
            // As separate files they are half as large again.
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
