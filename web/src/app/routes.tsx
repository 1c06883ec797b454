import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  type LoaderFunctionArgs,
  type Location,
  Outlet,
  redirectDocument,
  type RouteObject,
  ScrollRestoration,
  useLoaderData,
  useLocation,
} from 'react-router';
import type * as Banner from '../public/tracking/consent-banner.tsx';
import { isConsentPending } from '../public/tracking/consent.ts';
import { currentSession } from '../api/session-store.ts';
import { paths, plainPaths } from '../ui/page/paths.ts';
import { focusPage } from '../ui/page/focus-page.ts';
import { RouteError } from './shell/route-error.tsx';
import { removeServedHead } from './shell/served-head.ts';
import { SkipLink } from '../ui/page/skip-link.tsx';

function Root() {
  useFocusOnNewPage();
  // Runs in the commit that mounts the first page, so that the document never has two titles and never none.
  useLayoutEffect(removeServedHead, []);
  const banner = useLoaderData<typeof Banner | null>();
  return (
    <>
      <SkipLink />
      {banner === null ? null : <banner.ConsentBanner />}
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** A newly loaded page has no key: it must not restore the scroll position of another page. */
const scrollKey = ({ key, pathname, hash }: Location) =>
  key === 'default' ? `${pathname}${hash}` : key;

/** Focuses the heading of a new page, unless the pressed element still exists and has the focus. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement !== document.body) return;
    focusPage();
  }, [pathname]);
}

/**
 * A plain page is a document of its own: the browser leaves the application for it.
 * @throws Response 404 in place of that document, which the server does not have
 */
const leaveForDocument =
  (path: string) =>
  ({ url }: Pick<LoaderFunctionArgs, 'url'>) => {
    if (location.pathname === path) throw new Response(null, { status: 404 });
    return redirectDocument(`${path}${url.search}${url.hash}`);
  };

const plainRoutes = plainPaths
  .filter((path) => path !== paths.support)
  // Until the lazy routes have loaded, the router matches their paths with the start page, and warns about a match
  // without an element.
  .map((path) => ({ path, loader: leaveForDocument(path), element: null }));

/** Specification, section 2. The pages that no visitor opens first are in lazy-routes.ts. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    // Loads before the first paint, so that the banner does not shift the page.
    loader: () => (isConsentPending() ? import('../public/tracking/consent-banner.tsx') : null),
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.login,
        lazy: async () => ({
          Component: (await import('../public/auth/login-page.tsx')).LoginPage,
        }),
      },
      {
        path: paths.register,
        lazy: async () => ({
          Component: (await import('../public/auth/register-page.tsx')).RegisterPage,
        }),
      },
      {
        // A visitor does not need the modules of user pages: queries, menus, toasts.
        loader: () => (currentSession() === null ? null : import('./shell/app-frame.tsx')),
        lazy: async () => ({ Component: (await import('./shell/page-frame.tsx')).PageFrame }),
        ErrorBoundary: RouteError,
        children: [
          {
            id: 'user',
            lazy: async () => ({
              Component: (await import('../ui/page/route-guard.tsx')).RequireUser,
            }),
            children: [
              {
                path: paths.dashboard,
                lazy: async () => ({
                  Component: (await import('../dashboard/dashboard-page.tsx')).DashboardPage,
                }),
              },
            ],
          },
          {
            path: paths.schedule,
            loader: () => (currentSession() === null ? null : import('../calendar/schedule.tsx')),
            lazy: async () => ({
              Component: (await import('../calendar/schedule-page.tsx')).SchedulePage,
            }),
          },
          {
            path: paths.plans,
            loader: () =>
              currentSession() === null ? null : import('../account/billing/user-plans.tsx'),
            lazy: async () => ({
              Component: (await import('../account/billing/plans-page.tsx')).PlansPage,
            }),
          },
          {
            path: paths.support,
            loader: (args) =>
              currentSession() === null ? leaveForDocument(paths.support)(args) : null,
            lazy: async () => ({
              Component: (await import('../public/support/support-page.tsx')).SupportPage,
            }),
          },
        ],
      },
      {
        path: paths.status,
        lazy: async () => ({
          Component: (await import('../public/status/status-page.tsx')).StatusPage,
        }),
      },
      ...plainRoutes,
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
      },
    ],
  },
];
