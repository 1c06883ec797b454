import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  type Location,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLoaderData,
  useLocation,
} from 'react-router';
import type * as Banner from '../public/tracking/consent-banner.tsx';
import { needsConsentBanner } from '../public/tracking/consent.ts';
import { currentSession } from '../api/session-store.ts';
import { paths } from '../ui/page/paths.ts';
import { focusPage } from '../ui/page/focus-page.ts';
import { useHydrated } from '../ui/page/use-hydrated.ts';
import { RouteError } from './shell/route-error.tsx';
import { removePrerenderedHead } from './shell/prerendered-head.ts';
import { SkipLink } from '../ui/page/skip-link.tsx';

function Root() {
  useFocusOnNewPage();
  const isHydrated = useHydrated();
  // Must not run before the first page is mounted: until then the document has no other title. It runs in
  // the same commit, so that the document never has two.
  useLayoutEffect(() => {
    if (isHydrated) removePrerenderedHead();
  }, [isHydrated]);
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

/** Specification, section 2. The pages that no visitor opens first are in lazy-routes.ts. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    // Loads before the first paint, so that the banner does not shift the page.
    loader: () => (needsConsentBanner() ? import('../public/tracking/consent-banner.tsx') : null),
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.home,
        lazy: async () => ({
          Component: (await import('../public/landing/landing-page.tsx')).LandingPage,
        }),
      },
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
            loader: () =>
              currentSession() === null ? null : import('../public/support/my-messages.tsx'),
            lazy: async () => ({
              Component: (await import('../public/support/support-page.tsx')).SupportPage,
            }),
          },
        ],
      },
      {
        path: paths.privacy,
        lazy: async () => ({
          Component: (await import('../public/legal/privacy-page.tsx')).PrivacyPage,
        }),
      },
      {
        path: paths.terms,
        lazy: async () => ({
          Component: (await import('../public/legal/terms-page.tsx')).TermsPage,
        }),
      },
      {
        path: paths.cookies,
        lazy: async () => ({
          Component: (await import('../public/legal/cookies-page.tsx')).CookiesPage,
        }),
      },
      {
        path: paths.accessibility,
        lazy: async () => ({
          Component: (await import('../public/legal/accessibility-page.tsx')).AccessibilityPage,
        }),
      },
      {
        path: paths.status,
        lazy: async () => ({
          Component: (await import('../public/status/status-page.tsx')).StatusPage,
        }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
      },
    ],
  },
];
