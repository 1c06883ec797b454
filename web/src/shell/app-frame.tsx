import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.tsx';
import { hasSeveral } from '../instagram/has-several.ts';
import { Toaster } from '../ui/toast.tsx';
import { LeftWatch } from '../people/left-watch.tsx';
import { AppShell } from './app-shell.tsx';

/** Few have several. */
const AccountNamesWatch = lazy(async () => ({
  default: (await import('../instagram/account-names-watch.tsx')).AccountNamesWatch,
}));

function Watches() {
  const { user } = useSession();
  return (
    <>
      <LeftWatch />
      <Suspense fallback={null}>
        {user !== null && hasSeveral(user) ? <AccountNamesWatch user={user} /> : null}
      </Suspense>
    </>
  );
}

/** Around a page that fills the window by itself. */
export function BareFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
      <Watches />
    </QueryClientProvider>
  );
}

/** Around every other page of a user. */
export function AppFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell>
        <Outlet />
      </AppShell>
      <Toaster />
      <Watches />
    </QueryClientProvider>
  );
}
