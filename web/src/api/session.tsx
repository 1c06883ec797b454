import type { User } from '@pontual/contract/identity/auth.ts';
import {
  createContext,
  use,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type * as SessionCalls from './session-calls.ts';
import {
  currentSession,
  logOutLocally,
  onSessionChange,
  onWorkspaceLeft,
  storeSession,
} from './session-store.ts';

interface SessionContext {
  user: User | null;
  status: 'anonymous' | 'user';
  login: (user: User, token: string) => void;
  /** Ends the session at once in this browser, and at the server if it is reachable. */
  logout: () => void;
  refresh: () => Promise<void>;
}

const Context = createContext<SessionContext | null>(null);

/**
 * Loaded only with a session: the first page of a visitor does not need the API client. Like a server that is
 * not reached, a file that is not loaded says nothing about the session.
 */
const withSessionCalls = async (
  run: (calls: typeof SessionCalls) => Promise<void>,
): Promise<void> => import('./session-calls.ts').then(run, () => undefined);

// The API client only reports the loss: the check itself makes API calls.
onWorkspaceLeft(() => void withSessionCalls(({ checkMembership }) => checkMembership()));

export async function refreshSession(): Promise<void> {
  if (currentSession() !== null) await withSessionCalls(({ fetchUser }) => fetchUser());
}

function login(user: User, token: string): void {
  storeSession({ token, user });
}

function logout(): void {
  const token = currentSession()?.token;
  logOutLocally();
  if (token !== undefined) void withSessionCalls(({ endSessionOf }) => endSessionOf(token));
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(onSessionChange, currentSession, currentSession);
  const user = session?.user ?? null;
  const isUser = user !== null;
  // public/theme.js sets it for the first paint.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-session', isUser);
  }, [isUser]);
  const value = useMemo<SessionContext>(
    () => ({
      user,
      status: user === null ? 'anonymous' : 'user',
      login,
      logout,
      refresh: refreshSession,
    }),
    [user],
  );
  return <Context value={value}>{children}</Context>;
}

export function useSession(): SessionContext {
  const session = use(Context);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}
