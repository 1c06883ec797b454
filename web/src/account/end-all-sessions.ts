import { endSessions } from '@pontual/contract/identity/user.ts';
import { call } from '../api/client.ts';
import { currentSession, logOutLocally, setLoggingOut } from '../api/session-store.ts';

/**
 * Ends every session of the user, including this one. Rejects when the request fails. Until then, a
 * 401 of another call of this page does not count as an expired session.
 */
export async function endAllSessions(): Promise<void> {
  setLoggingOut(true);
  try {
    await call(endSessions, { query: { includeCurrent: 'true' } });
  } catch (error) {
    setLoggingOut(false);
    throw error;
  }
  if (currentSession() !== null) logOutLocally();
}
