import { endSessions } from '@pontual/contract/account.ts';
import { logout, me } from '@pontual/contract/auth.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import { currentSession, leaveSession, setLeaving, storeSession } from './session-store.ts';

/**
 * Brings the stored user up to date. A refusal logs out (the client does that); a server that cannot
 * be reached does not, because that says nothing about the session.
 */
export async function fetchUser(): Promise<void> {
  const token = currentSession()?.token;
  if (token === undefined) return;
  try {
    const { user } = await call(me);
    if (currentSession()?.token === token) storeSession({ token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Ends a session at the server, as far as it can be reached. */
export async function endSession(token: string): Promise<void> {
  await call(logout, { token }).catch(() => undefined);
}

/**
 * Ends every session of the user, this one too. Rejects when the server has ended none; what other
 * calls of this page hear meanwhile is then no end of the session by itself.
 */
export async function endAllSessions(): Promise<void> {
  setLeaving(true);
  try {
    await call(endSessions, { query: { includeCurrent: 'true' } });
  } catch (error) {
    setLeaving(false);
    throw error;
  }
  if (currentSession() !== null) leaveSession();
}
