import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Files } from '../src/worker/files.ts';
import { chunkFinder } from './chunks.ts';

type Output = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The pages that are read without a line, and what they load as they go. */
const seeds = [
  'src/shell/app-frame.tsx',
  'src/shell/page-frame.tsx',
  'src/shell/route-guard.tsx',
  'src/api/session-calls.ts',
  'src/measuring/consent-banner.tsx',
  'src/auth/login-page.tsx',
  'src/dashboard/dashboard-page.tsx',
  'src/posts/schedule/schedule-page.tsx',
  'src/posts/schedule/schedule.tsx',
  'src/posts/create/create-post-page.tsx',
];
/** Files of web/public that these pages load by name. */
const named = ['/theme.js', '/offline.js', '/favicon.svg'];
const ENTRY = 'src/main.tsx';
/** Where some of these pages are found; what the others of it load is not kept. */
const TABLE = 'src/seldom-routes.ts';
const NOTICE = 'offline.html';

/** Builds the service worker, which is told by name what the build has made. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    generateBundle: {
      // After the documents have been written.
      order: 'post',
      async handler(_, bundle) {
        const files = filesOf(bundle);
        const workers = {
          'service-worker.js': 'service-worker',
          'ending-worker.js': 'ending-worker',
        };
        for (const [fileName, module] of Object.entries(workers)) {
          const source = await built(join(root, `src/worker/${module}.ts`), files);
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

async function built(entry: string, files: Files): Promise<string> {
  const made = await build({
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
  const [first] = 'output' in made ? made.output : [];
  if (first === undefined) throw new Error(`${entry} came to nothing`);
  return first.code;
}

function filesOf(bundle: Output): Files {
  const chunkOf = chunkFinder(bundle);
  const entry = chunkOf(ENTRY);
  const wanted = new Set<string>();
  const take = (chunk: Chunk, withLater: boolean): void => {
    if (wanted.has(chunk.fileName)) return;
    wanted.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) wanted.add(style);
    const next = withLater ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports;
    for (const name of next) {
      const found = bundle[name];
      if (found?.type === 'chunk') take(found, withLater && found !== entry);
    }
  };
  take(entry, false);
  take(chunkOf(TABLE), false);
  for (const seed of seeds) take(chunkOf(seed), true);
  const fonts = Object.keys(bundle).filter((name) => /-latin-wght-normal-[^/]*\.woff2$/.test(name));
  const styles = [...wanted].filter((name) => name.endsWith('.css'));
  const notice = [`/${NOTICE}`, ...named, ...[...styles, ...fonts].map((name) => `/${name}`)];
  const app = [...wanted].map((name) => `/${name}`).filter((name) => !notice.includes(name));
  const version = createHash('sha256')
    .update(JSON.stringify([notice, app, bundle[NOTICE]]))
    .digest('base64url')
    .slice(0, 12);
  return { version, entry: `/${entry.fileName}`, notice, app };
}
