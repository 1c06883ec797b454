import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { currentSession, onSessionChange } from './session-store.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline a call fails at once and says so, instead of waiting unseen.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Live events tell of changes (live-events.ts); this covers what they miss.
      staleTime: 30_000,
      // Once more when the server was out of reach or at fault; a refusal stays one.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Whose it is, and of which workspace. */
function readSessionKey(): string | undefined {
  const user = currentSession()?.user;
  return user && `${user._id} ${user.workspace}`;
}

// What one user fetched is not for the next, nor what is one workspace's for another.
let sessionKey = readSessionKey();
onSessionChange(() => {
  const now = readSessionKey();
  if (now !== sessionKey) queryClient.clear();
  sessionKey = now;
});
