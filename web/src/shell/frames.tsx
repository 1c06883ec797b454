import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.tsx';
import { Toaster } from '../ui/toast.tsx';
import { AppShell } from './app-shell.tsx';
import { PublicShell } from './public-shell.tsx';
import { RequireUser } from './route-guard.tsx';

/** Pages for logged-in users only. */
export function ProtectedFrame() {
  return (
    <RequireUser>
      <QueryClientProvider client={queryClient}>
        <AppShell>
          <Outlet />
        </AppShell>
        <Toaster />
      </QueryClientProvider>
    </RequireUser>
  );
}

/** Pages that everybody may open: visitors see them in the public shell. */
export function OpenFrame() {
  const { status } = useSession();
  const Shell = status === 'user' ? AppShell : PublicShell;
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <Outlet />
      </Shell>
      <Toaster />
    </QueryClientProvider>
  );
}
