import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuildFiles } from '../src/service-worker/files.ts';
import { chunkFinder } from './chunks.ts';

type Output = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Includes the modules that they load dynamically. */
const offlinePageModules = [
  'src/app/shell/app-frame.tsx',
  'src/app/shell/page-frame.tsx',
  'src/ui/page/route-guard.tsx',
  'src/api/session-calls.ts',
  'src/public/tracking/consent-banner.tsx',
  'src/public/auth/login-page.tsx',
  'src/dashboard/dashboard-page.tsx',
  'src/calendar/schedule-page.tsx',
  'src/calendar/schedule.tsx',
  'src/composer/create-post-page.tsx',
];
const offlineAssets = ['/theme.js', '/offline.js', '/favicon.svg'];
const ENTRY = 'src/app/main.tsx';
/** The pages of its other routes are not cached. */
const LAZY_ROUTES = 'src/app/lazy-routes.ts';
const OFFLINE_PAGE = 'offline.html';

export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = listFiles(bundle);
        const workers = {
          'service-worker.js': 'service-worker',
          'ending-worker.js': 'ending-worker',
        };
        for (const [fileName, module] of Object.entries(workers)) {
          const source = await buildWorker(join(root, `src/service-worker/${module}.ts`), files);
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

async function buildWorker(entry: string, files: BuildFiles): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const [first] = 'output' in output ? output.output : [];
  if (first === undefined) throw new Error(`${entry} came to nothing`);
  return first.code;
}

function listFiles(bundle: Output): BuildFiles {
  const findChunk = chunkFinder(bundle);
  const entry = findChunk(ENTRY);
  const cachedFiles = new Set<string>();
  const addChunk = (chunk: Chunk, includeDynamic: boolean): void => {
    if (cachedFiles.has(chunk.fileName)) return;
    cachedFiles.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) cachedFiles.add(style);
    const next = includeDynamic ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports;
    for (const name of next) {
      const found = bundle[name];
      if (found?.type === 'chunk') addChunk(found, includeDynamic && found !== entry);
    }
  };
  addChunk(entry, false);
  addChunk(findChunk(LAZY_ROUTES), false);
  for (const seed of offlinePageModules) addChunk(findChunk(seed), true);
  const fonts = Object.keys(bundle).filter((name) => /-latin-wght-normal-[^/]*\.woff2$/.test(name));
  const styles = [...cachedFiles].filter((name) => name.endsWith('.css'));
  const offlinePage = [
    `/${OFFLINE_PAGE}`,
    ...offlineAssets,
    ...[...styles, ...fonts].map((name) => `/${name}`),
  ];
  const app = [...cachedFiles]
    .map((name) => `/${name}`)
    .filter((name) => !offlinePage.includes(name));
  const version = createHash('sha256')
    .update(JSON.stringify([offlinePage, app, bundle[OFFLINE_PAGE]]))
    .digest('base64url')
    .slice(0, 12);
  return { version, entry: `/${entry.fileName}`, offlinePage, app };
}
