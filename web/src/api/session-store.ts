import type { User } from '@pontual/contract/auth.ts';
import { onStoredElsewhere, readStored, store } from '../storage.ts';

/** Token and user live in the browser's local storage (specification, section 3). */
const TOKEN = 'pontual.token';
const USER = 'pontual.user';

export interface Session {
  token: string;
  user: User;
}

function read(): Session | null {
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

let session = read();
let leftOnPurpose = false;
/** The user is ending it at the server, whose refusal is then no news. */
let isLeaving = false;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

// Another tab logged in or out.
onStoredElsewhere((key) => {
  if (key !== null && key !== TOKEN && key !== USER) return;
  leftOnPurpose = false;
  const stored = read();
  session = isElsewhere(stored) ? session : stored;
  announce();
});

/** The same user works in another workspace there: what was begun here stays where it was begun. */
function isElsewhere(stored: Session | null): boolean {
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
export function wasLeftOnPurpose(): boolean {
  return leftOnPurpose;
}

export function storeSession(next: Session): void {
  // Where one chose last is where the next page begins: a tab that stayed does not bring it back.
  const isAside = isElsewhere(read()) && next.user.workspace === session?.user.workspace;
  store(TOKEN, next.token);
  if (!isAside) store(USER, JSON.stringify(next.user));
  leftOnPurpose = false;
  session = next;
  announce();
}

export function setLeaving(leaving: boolean): void {
  isLeaving = leaving;
}

function clearSession(onPurpose: boolean): void {
  isLeaving = false;
  store(TOKEN, null);
  store(USER, null);
  leftOnPurpose = onPurpose;
  session = null;
  announce();
}

/** The user logs out. */
export function leaveSession(): void {
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
  if (isLeaving) return clearSession(true);
  clearSession(false);
  for (const listener of expiryListeners) listener();
}
