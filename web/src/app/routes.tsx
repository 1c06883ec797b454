import { useEffect, useRef } from 'react';
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
  // With the first page: until then the document has no other title.
  useEffect(() => {
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

/** A page that is loaded afresh has no key: it must not stand where another one was left. */
const scrollKey = ({ key, pathname, hash }: Location) =>
  key === 'default' ? `${pathname}${hash}` : key;

/** A new page speaks by its heading, unless what was pressed is still there and keeps the focus. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // The focus belongs to the document.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement !== document.body) return;
    focusPage();
  }, [pathname]);
}

/**
 * The route table of the specification, section 2. Every page is a chunk of its own. What no visitor
 * reads first stands in lazy-routes.ts, by the `id` of the route around it.
 */
export const routes: RouteObject[] = [
  {
    id: 'root',
    // Before the first paint, so that the page does not move under the banner.
    loader: () => (needsConsentBanner() ? import('../public/tracking/consent-banner.tsx') : null),
    Component: Root,
    ErrorBoundary: RouteError,
    // Nothing, rather than a flash, while the first chunk arrives.
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
        // A visitor does without what only a user's pages need: queries, menus, toasts.
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
            // A visitor does without the calendar.
            loader: () => (currentSession() === null ? null : import('../calendar/schedule.tsx')),
            lazy: async () => ({
              Component: (await import('../calendar/schedule-page.tsx')).SchedulePage,
            }),
          },
          {
            path: paths.plans,
            // A visitor has no subscription.
            loader: () =>
              currentSession() === null ? null : import('../account/billing/user-plans.tsx'),
            lazy: async () => ({
              Component: (await import('../account/billing/plans-page.tsx')).PlansPage,
            }),
          },
          {
            path: paths.support,
            // A visitor has no messages to be shown.
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
