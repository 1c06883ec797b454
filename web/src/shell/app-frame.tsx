import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { Toaster } from '../ui/toast.tsx';
import { LeftWatch } from '../people/left-watch.tsx';
import { AppShell } from './app-shell.tsx';

/** Around a page that fills the window by itself. */
export function BareFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
      <LeftWatch />
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
      <LeftWatch />
    </QueryClientProvider>
  );
}
