import {
  createBrowserRouter,
  matchRoutes,
  type HydrationState,
  type PatchRoutesOnNavigationFunction,
} from 'react-router';
import { routes } from './routes.tsx';

export type Router = ReturnType<typeof createBrowserRouter>;

/**
 * The router of the whole application. Over a page that stands there already (`isHydrating`) it knows
 * everything of that page at once, so that neither what is seen nor where one stands in it moves.
 */
export async function openRouter(isHydrating: boolean): Promise<Router> {
  if (!isHydrating) return createBrowserRouter(routes, { patchRoutesOnNavigation });
  const hydrationData = await loadPage(location.pathname);
  return createBrowserRouter(routes, { patchRoutesOnNavigation, hydrationData });
}

/** Called for an address that none of the routes names. */
const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { lazyRoutes } = await import('./lazy-routes.ts');
  for (const [id, pages] of Object.entries(lazyRoutes)) patch(id, pages);
};

/** Loads what the routes of this page load by and by, and gives their data. */
async function loadPage(pathname: string): Promise<HydrationState> {
  const matches = matchRoutes(routes, pathname) ?? [];
  const loaded = matches.map(async ({ route }, depth) => {
    route.id ??= `servida-${depth}-${route.path ?? ''}`;
    const { lazy, loader } = route;
    const [parts, data] = await Promise.all([
      typeof lazy === 'function' ? lazy() : {},
      // None of ours takes an argument.
      typeof loader === 'function' ? (loader as () => unknown)() : undefined,
    ]);
    Object.assign(route, parts, { lazy: undefined });
    return [route.id, data] as const;
  });
  const data = await Promise.all(loaded);
  return { loaderData: Object.fromEntries(data.filter(([, value]) => value !== undefined)) };
}
