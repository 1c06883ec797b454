import type { User } from '@pontual/contract/identity/auth.ts';
import { SESSION_TOKEN as TOKEN } from './session-keys.ts';
import { onStorageChange, readStored, store } from './storage.ts';

/** Token and user are stored in localStorage (specification, section 3). */
const USER = 'pontual.user';

export interface Session {
  token: string;
  user: User;
}

function readSession(): Session | null {
  const token = readStored(TOKEN);
  const stored = readStored(USER);
  if (token === null || stored === null) return null;
  try {
    // The shape that storeSession wrote.
    return { token, user: JSON.parse(stored) as User };
  } catch {
    return null;
  }
}

let session = readSession();
// Plain pages take a token for a session.
if (session === null) store(TOKEN, null);
let isLoggedOutByUser = false;
/** True while the user logs out at the server; a refused token is then expected. */
let isLoggingOut = false;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

onStorageChange((key) => {
  if (key !== null && key !== TOKEN && key !== USER) return;
  isLoggedOutByUser = false;
  const stored = readSession();
  session = isOtherWorkspace(stored) ? session : stored;
  notifyListeners();
});

/** Another tab of the same user switched workspaces; this tab stays in its own. */
function isOtherWorkspace(stored: Session | null): boolean {
  return (
    stored !== null &&
    stored.token === session?.token &&
    stored.user.workspace !== session.user.workspace
  );
}

export function currentSession(): Session | null {
  return session;
}

/** Undefined without a session. */
export function currentWorkspace(): string | undefined {
  return session?.user.workspace;
}

/** Returns whether the user ended the last session with a logout in this tab. */
export function wasLoggedOutByUser(): boolean {
  return isLoggedOutByUser;
}

export function storeSession(next: Session): void {
  // A new tab opens the workspace that was selected last, so a tab in another one must not overwrite it.
  const isOtherTabsChoice =
    isOtherWorkspace(readSession()) && next.user.workspace === session?.user.workspace;
  store(TOKEN, next.token);
  if (!isOtherTabsChoice) store(USER, JSON.stringify(next.user));
  isLoggedOutByUser = false;
  session = next;
  notifyListeners();
}

export function setLoggingOut(isPending: boolean): void {
  isLoggingOut = isPending;
}

function clearSession(byUser: boolean): void {
  isLoggingOut = false;
  store(TOKEN, null);
  store(USER, null);
  isLoggedOutByUser = byUser;
  session = null;
  notifyListeners();
}

export function logOutLocally(): void {
  clearSession(true);
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const expiryListeners = new Set<() => void>();

/** Calls the listener after the server rejected the session and the session was cleared. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** Has no effect if another session has replaced the one of the rejected `token`. */
export function expireSession(token: string): void {
  if (session?.token !== token) return;
  if (isLoggingOut) return clearSession(true);
  clearSession(false);
  for (const listener of expiryListeners) listener();
}

const workspaceLeftListeners = new Set<() => void>();

export function onWorkspaceLeft(listener: () => void): () => void {
  workspaceLeftListeners.add(listener);
  return () => workspaceLeftListeners.delete(listener);
}

export function reportWorkspaceLeft(): void {
  for (const listener of workspaceLeftListeners) listener();
}
