import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../../api/query-client.ts';
import { useSession } from '../../api/session.tsx';
import { hasSeveralAccounts } from '../../instagram/has-several-accounts.ts';
import { Toaster } from '../../ui/toast.tsx';
import { LostMembershipWatcher } from '../../account/members/lost-membership-watcher.tsx';
import { AppShell } from './app-shell.tsx';

/** Loaded on demand, because few users have several Instagram accounts. */
const AccountNamesWatcher = lazy(async () => ({
  default: (await import('../../instagram/instagram-account-names-watcher.tsx'))
    .InstagramAccountNamesWatcher,
}));

function Watchers() {
  const { user } = useSession();
  return (
    <>
      <LostMembershipWatcher />
      <Suspense fallback={null}>
        {user !== null && hasSeveralAccounts(user) ? <AccountNamesWatcher user={user} /> : null}
      </Suspense>
    </>
  );
}

/** The frame of a page that fills the window. */
export function BareFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
      <Watchers />
    </QueryClientProvider>
  );
}

export function AppFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell>
        <Outlet />
      </AppShell>
      <Toaster />
      <Watchers />
    </QueryClientProvider>
  );
}
