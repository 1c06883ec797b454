import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.tsx';
import { Toaster } from '../ui/toast.tsx';
import { AppShell } from './app-shell.tsx';
import { PublicShell } from './public-shell.tsx';

/** Around a page that fills the window by itself. */
export function BareFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  );
}

/** Around every page of the app. One for all, so that it stays while one goes from page to page. */
export function AppFrame() {
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
