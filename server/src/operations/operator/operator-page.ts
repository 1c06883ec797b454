import { pathToFileURL } from 'node:url';
import type { OperatorRenderer, OperatorView } from '@pontual/contract/operations/operator.ts';
import { readBuiltPages, rendererFile } from '../../platform/http/built-pages.ts';
import { ROOT } from '../../platform/http/page-documents.ts';
import { metaTag, titleTag } from '../../platform/http/page-head.ts';

export type RenderOperatorPage = (view: OperatorView) => Promise<string | undefined>;

/** The page needs no script, so that none can read what it shows. */
const SCRIPTS = /<script\b[^>]*><\/script>|<noscript>.*?<\/noscript>/gs;

/** Loads the renderer of the build with the first page. Undefined without a build. */
export function createOperatorRenderer(dist: string): RenderOperatorPage {
  const head = titleTag('Operação · Pontual') + metaTag({ name: 'robots', content: 'noindex' });

  async function load() {
    const built = await readBuiltPages(dist, {});
    if (built === undefined) return undefined;
    const renderer = (await import(pathToFileURL(rendererFile(dist)).href)) as OperatorRenderer;
    const shell = built.shell.replaceAll(SCRIPTS, '').replace('</head>', () => `${head}</head>`);
    return { shell, renderer };
  }

  let loaded: ReturnType<typeof load> | undefined;
  return async (view) => {
    const build = await (loaded ??= load());
    const content = build?.renderer.renderOperatorPage(view);
    return build?.shell.replace(ROOT, () => `<div id="root">${content}</div>`);
  };
}
