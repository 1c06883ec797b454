import type { User } from '@pontual/contract/identity/auth.ts';
import { onStorageChange, readStored, store } from './storage.ts';

/** Token and user live in the browser's local storage (specification, section 3). */
const TOKEN = 'pontual.token';
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
    // As storeSession wrote it. An older release's shape is replaced by the refresh at start-up.
    return { token, user: JSON.parse(stored) as User };
  } catch {
    return null;
  }
}

let session = readSession();
let isLoggedOutByUser = false;
/** The user is ending it at the server, whose refusal is then no news. */
let isLoggingOut = false;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

// Another tab logged in or out.
onStorageChange((key) => {
  if (key !== null && key !== TOKEN && key !== USER) return;
  isLoggedOutByUser = false;
  const stored = readSession();
  session = isOtherWorkspace(stored) ? session : stored;
  notifyListeners();
});

/** The same user works in another workspace there: what was begun here stays where it was begun. */
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

/** Where its user works in this tab; undefined, too, of what an older release has stored. */
export function currentWorkspace(): string | undefined {
  return session?.user.workspace;
}

/** Whether the last session was ended here by its user, and by nothing else. */
export function wasLoggedOutByUser(): boolean {
  return isLoggedOutByUser;
}

export function storeSession(next: Session): void {
  // Where one chose last is where the next page begins: a tab that stayed does not bring it back.
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

/** The user logs out. */
export function logOutLocally(): void {
  clearSession(true);
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const expiryListeners = new Set<() => void>();

/** Calls when the server no longer knows the session, just after it was cleared. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** The server refused `token`. Ignored if the visitor has logged in again meanwhile. */
export function expireSession(token: string): void {
  if (session?.token !== token) return;
  if (isLoggingOut) return clearSession(true);
  clearSession(false);
  for (const listener of expiryListeners) listener();
}

const workspaceLeftListeners = new Set<() => void>();

/** Calls when the server says that the user is no longer of the workspace that this tab shows. */
export function onWorkspaceLeft(listener: () => void): () => void {
  workspaceLeftListeners.add(listener);
  return () => workspaceLeftListeners.delete(listener);
}

/** The server refused a call because its user is no longer of the workspace. */
export function reportWorkspaceLeft(): void {
  for (const listener of workspaceLeftListeners) listener();
}
