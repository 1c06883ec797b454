import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { currentSession, onSessionChange } from './session-store.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline, a call fails at once instead of waiting invisibly for a connection.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Live events report changes (live-events.ts); this covers the ones that they miss.
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
});

function readSessionKey(): string | undefined {
  const user = currentSession()?.user;
  return user && `${user._id} ${user.workspace}`;
}

// Data of one user or workspace must not appear for another.
let sessionKey = readSessionKey();
onSessionChange(() => {
  const now = readSessionKey();
  if (now !== sessionKey) queryClient.clear();
  sessionKey = now;
});
