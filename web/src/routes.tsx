import { createBrowserRouter, Outlet, ScrollRestoration } from 'react-router';
import { paths } from './paths.ts';
import { RouteError } from './shell/route-error.tsx';

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** The route table of the specification, section 2. Every page is a chunk of its own. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteError,
    // Nothing, rather than a flash, while the first chunk arrives.
    HydrateFallback: () => null,
    children: [
      {
        path: paths.home,
        lazy: async () => ({
          Component: (await import('./landing/landing-page.tsx')).LandingPage,
        }),
      },
      {
        path: paths.login,
        lazy: async () => ({ Component: (await import('./auth/login-page.tsx')).LoginPage }),
      },
      {
        path: paths.register,
        lazy: async () => ({ Component: (await import('./auth/register-page.tsx')).RegisterPage }),
      },
      {
        lazy: async () => ({ Component: (await import('./shell/frames.tsx')).ProtectedFrame }),
        ErrorBoundary: RouteError,
        children: [
          {
            path: paths.dashboard,
            lazy: async () => ({
              Component: (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
            }),
          },
          {
            path: paths.connected,
            lazy: async () => ({
              Component: (await import('./instagram/connected-page.tsx')).ConnectedPage,
            }),
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('./shell/frames.tsx')).OpenFrame }),
        ErrorBoundary: RouteError,
        children: [
          {
            path: paths.schedule,
            lazy: async () => ({
              Component: (await import('./posts/schedule/schedule-page.tsx')).SchedulePage,
            }),
          },
        ],
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
      },
    ],
  },
]);
