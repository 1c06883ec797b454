import type { publicPages } from '@pontual/contract/shared/public-pages.ts';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { setRenderMetas } from '../../ui/page/page-meta.ts';
import { paths } from '../../ui/page/paths.ts';
import { Application } from './application.tsx';

/** The pages that need no interaction. For the other public pages the server sends only the head. */
const pages = [
  paths.home,
  paths.support,
  paths.privacy,
  paths.terms,
  paths.cookies,
  paths.accessibility,
] as const satisfies readonly (keyof typeof publicPages)[];

/** React puts preload links for images first, which the browser finds in the page anyway. */
const preloadTags = /^(<link [^>]*>)+/;

/** HTML by path. `metas` are the meta elements of this installation, and stay set for the process. */
export async function renderPages(
  metas: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  setRenderMetas(metas);
  // The routes are imported here, because their modules read `metas` when they load.
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
