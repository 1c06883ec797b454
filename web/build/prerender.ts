import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

const HYDRATION_ENTRY = '/src/app/prerender/visit.ts';
/** The name begins with a dot, so it is not served; the server reads it. */
const FOLDER = '.prerender';

interface Renderer {
  renderPages: (metas: Readonly<Record<string, string>>) => Promise<Record<string, string>>;
}

/**
 * Writes for the server (decision 024): `shell.html`, the document without the application; `pages.json`, the
 * HTML by path; and `render.js`, which renders again where an operator has configured the company data.
 */
export function prerender(): Plugin {
  let dist = 'dist';
  let root = '.';
  let hydrationChunk = '';
  return {
    name: 'prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(config) {
      root = config.root;
      dist = resolve(root, config.build.outDir);
    },
    buildStart() {
      hydrationChunk = this.emitFile({
        type: 'chunk',
        id: join(root, HYDRATION_ENTRY),
        name: 'visit',
      });
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = join(dist, FOLDER);
        await mkdir(folder, { recursive: true });
        const index = await readFile(join(dist, 'index.html'), 'utf8');
        await writeFile(
          join(folder, 'shell.html'),
          buildShell(index, `/${this.getFileName(hydrationChunk)}`),
        );
        await buildRenderer(root, folder);
        const address = pathToFileURL(join(folder, 'render.js')).href;
        const { renderPages } = (await import(address)) as Renderer;
        await writeFile(join(folder, 'pages.json'), JSON.stringify(await renderPages({})));
      },
    },
  };
}

const NOSCRIPT_TEXT =
  'Este navegador está sem JavaScript. Dá para ler esta página e seguir os links; para criar conta, entrar, agendar posts e escrever para o suporte, ative o JavaScript e recarregue.';

function buildShell(index: string, hydrationScript: string): string {
  const shell = index
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      /<script type="module"[^>]*><\/script>/,
      `<script type="module" crossorigin src="${hydrationScript}"></script>`,
    )
    .replace(/(?<=<noscript>\s*<p[^>]*>).*?(?=<\/p>)/s, NOSCRIPT_TEXT);
  const isWhole = [hydrationScript, NOSCRIPT_TEXT].every((part) => shell.includes(part));
  if (!isWhole || shell.split('<script').length !== index.split('<script').length) {
    throw new Error('index.html is not as the prerendering expects it');
  }
  return shell;
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
      ssr: join(root, 'src/app/prerender/render.tsx'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
    },
  });
}
