import type { User } from '@pontual/contract/identity/auth.ts';
import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
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
  /** Ends the session here at once, and at the server as far as it can be reached. */
  logout: () => void;
  /** Asks the server for the user again. */
  refresh: () => Promise<void>;
}

const Context = createContext<SessionContext | null>(null);

/** Fetched only with a session: a visitor's first page does without the API client. */
const loadSessionCalls = () => import('./session-calls.ts');

// The API client only tells of it: what asks where the user is now is itself made of its calls.
onWorkspaceLeft(() => void loadSessionCalls().then(({ checkMembership }) => checkMembership()));

export async function refreshSession(): Promise<void> {
  if (currentSession() === null) return;
  const { fetchUser } = await loadSessionCalls();
  await fetchUser();
}

function login(user: User, token: string): void {
  storeSession({ token, user });
}

function logout(): void {
  const token = currentSession()?.token;
  logOutLocally();
  if (token !== undefined) void loadSessionCalls().then(({ endSession }) => endSession(token));
}

/** Of a page that the server has sent nobody knows yet who reads it. */
const noSession = () => null;

export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(onSessionChange, currentSession, noSession);
  const user = session?.user ?? null;
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
