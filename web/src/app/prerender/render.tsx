import type { publicPages } from '@pontual/contract/shared/public-pages.ts';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { setRenderMetas } from '../../ui/page/page-meta.ts';
import { paths } from '../../ui/page/paths.ts';
import { Application } from './application.tsx';

/** What can be read without doing anything. Of the other public pages only the head is sent. */
const pages = [
  paths.home,
  paths.support,
  paths.privacy,
  paths.terms,
  paths.cookies,
  paths.accessibility,
] as const satisfies readonly (keyof typeof publicPages)[];

/** React asks in front of the page for pictures that the browser finds in it anyway. */
const preloadTags = /^(<link [^>]*>)+/;

/**
 * By path, what a visitor sees of the pages to be read, as HTML. `metas` is what the server says in the
 * document of this installation; once told, it stays.
 */
export async function renderPages(
  metas: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  setRenderMetas(metas);
  // Only now: what is told is read when these modules are.
  const { routes } = await import('../routes.tsx');
  const { query, dataRoutes } = createStaticHandler(routes);
  const rendered: Record<string, string> = {};
  for (const path of pages) {
    const context = await query(new Request(`http://localhost${path}`));
    if (context instanceof Response || context.errors !== null) {
      throw new Error(`${path} could not be rendered`, { cause: context });
    }
    const router = createStaticRouter(dataRoutes, context);
    const html = renderToString(
      <Application>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Application>,
    );
    rendered[path] = html.replace(preloadTags, '');
  }
  return rendered;
}
