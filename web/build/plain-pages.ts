import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ORIGIN_PLACEHOLDER } from '@pontual/contract/shared/page-meta.ts';
import { normalizePath } from '@pontual/contract/shared/paths.ts';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown, type ViteDevServer } from 'vite';
import { plainPaths } from '../src/ui/page/paths.ts';
import { routePreloads } from './route-preloads.ts';
import { stripSummaries } from './strip-summaries.ts';

const RENDERER = 'src/public/plain/render.tsx';
const SCRIPT = 'src/public/plain/script.ts';
const STYLES = 'src/ui/styles/index.css';
/** The name begins with a dot, so it is not served; the server reads it. */
const FOLDER = '.pages';
const ROOT = '<div id="root"></div>';

interface Renderer {
  renderPages: (metas: Readonly<Record<string, string>>) => Promise<Record<string, string>>;
}

/**
 * Writes for the server (decision 034): `pages.json` with the document without the application, the HTML of
 * plain pages by path and the preloads of other pages; and `render.js`, which renders again where an operator
 * has configured the company data.
 */
export function plainPages(): Plugin {
  let dist = 'dist';
  let root = '.';
  let target: string[] = [];
  let script = '';
  return {
    name: 'plain-pages',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    configResolved(config) {
      root = config.root;
      dist = resolve(root, config.build.outDir);
      target = [config.build.target].flat().filter((name) => typeof name === 'string');
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const pathname = normalizePath(request.url?.split('?')[0] ?? '');
        const path = plainPaths.find((each) => each === pathname);
        if (path === undefined) return next();
        developmentPage(server, path).then(
          (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          next,
        );
      });
    },
    generateBundle: {
      order: 'post',
      async handler() {
        for (const { fileName, code, isEntry } of await buildScript(root, target)) {
          if (isEntry) script = `/${fileName}`;
          this.emitFile({ type: 'asset', fileName, source: code });
        }
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        const folder = join(dist, FOLDER);
        await mkdir(folder, { recursive: true });
        const index = await readFile(join(dist, 'index.html'), 'utf8');
        await buildRenderer(root, folder);
        const address = pathToFileURL(join(folder, 'render.js')).href;
        const { renderPages } = (await import(address)) as Renderer;
        const content = {
          shell: buildShell(index, script),
          pages: await renderPages({}),
          preloads: await routePreloads(root, bundle),
        };
        await writeFile(join(folder, 'pages.json'), JSON.stringify(content));
      },
    },
  };
}

async function developmentPage(server: ViteDevServer, path: string): Promise<string> {
  const { root } = server.config;
  const { renderPages } = (await server.ssrLoadModule(join(root, RENDERER))) as Renderer;
  const { [path]: page = '' } = await renderPages({});
  const index = await readFile(join(root, 'index.html'), 'utf8');
  const document = buildShell(index, `/${SCRIPT}`)
    .replace('</head>', `<link rel="stylesheet" href="/${STYLES}" /></head>`)
    .replace(ROOT, () => `<div id="root">${page.replaceAll(ORIGIN_PLACEHOLDER, '')}</div>`);
  return server.transformIndexHtml(path, document);
}

const NOSCRIPT_TEXT =
  'Este navegador está sem JavaScript. Dá para ler esta página e seguir os links; para criar conta, entrar, agendar posts e escrever para o suporte, ative o JavaScript e recarregue.';

/** The document with the script of plain pages instead of the application. */
function buildShell(index: string, script: string): string {
  const shell = index
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      /<script type="module"[^>]* src="([^"]+)"><\/script>/,
      `<script type="module" src="${script}" data-application="$1"></script>`,
    )
    .replace(/(?<=<noscript>\s*<p[^>]*>).*?(?=<\/p>)/s, NOSCRIPT_TEXT);
  if (![script, NOSCRIPT_TEXT, ROOT].every((part) => shell.includes(part))) {
    throw new Error('index.html is not as plain pages expect it');
  }
  return shell;
}

/** Apart from the application, so that they share no chunk: a shared one may contain React. */
async function buildScript(root: string, target: string[]): Promise<Rolldown.OutputChunk[]> {
  const names = 'assets/[name]-[hash].js';
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [stripSummaries(), withoutPreloads()],
    publicDir: false,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: {
        input: { plain: join(root, SCRIPT) },
        output: { entryFileNames: names, chunkFileNames: names },
      },
    },
  });
  const files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[] =
    'output' in output ? output.output : [];
  const chunks = files.filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  const foreign = chunks.flatMap(({ moduleIds }) =>
    moduleIds.filter((id) => /node_modules\/(react|react-dom|react-router)\//.test(id)),
  );
  if (foreign.length > 0) throw new Error(`The plain script contains ${foreign.join(', ')}`);
  return chunks;
}

/** No import of the script has styles or files to preload, and the helper is a seventh of the script. */
function withoutPreloads(): Plugin {
  return {
    name: 'without-preloads',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}

/** The server then needs none of the web packages. */
function buildRenderer(root: string, folder: string): Promise<unknown> {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, RENDERER),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
    },
  });
}
