import {
  createBrowserRouter,
  matchRoutes,
  type HydrationState,
  type PatchRoutesOnNavigationFunction,
} from 'react-router';
import { routes } from './routes.tsx';

export type Router = ReturnType<typeof createBrowserRouter>;

/** When hydrating, loads the page first, so that neither its content nor the scroll position changes. */
export async function openRouter(isHydrating: boolean): Promise<Router> {
  if (!isHydrating) return createBrowserRouter(routes, { patchRoutesOnNavigation });
  const hydrationData = await loadPage(location.pathname);
  return createBrowserRouter(routes, { patchRoutesOnNavigation, hydrationData });
}

const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { lazyRoutes } = await import('./lazy-routes.ts');
  for (const [id, pages] of Object.entries(lazyRoutes)) patch(id, pages);
};

async function loadPage(pathname: string): Promise<HydrationState> {
  const matches = matchRoutes(routes, pathname) ?? [];
  const loaded = matches.map(async ({ route }, depth) => {
    route.id ??= `servida-${depth}-${route.path ?? ''}`;
    const { lazy, loader } = route;
    const [parts, data] = await Promise.all([
      typeof lazy === 'function' ? lazy() : {},
      typeof loader === 'function' ? (loader as () => unknown)() : undefined,
    ]);
    Object.assign(route, parts, { lazy: undefined });
    return [route.id, data] as const;
  });
  const data = await Promise.all(loaded);
  return { loaderData: Object.fromEntries(data.filter(([, value]) => value !== undefined)) };
}
