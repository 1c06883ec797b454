import { endSessions } from '@pontual/contract/identity/user.ts';
import { call } from '../api/client.ts';
import { currentSession, logOutLocally, setLoggingOut } from '../api/session-store.ts';

/**
 * Ends every session of the user, this one too. Rejects when the server has ended none; what other
 * calls of this page hear meanwhile is then no end of the session by itself.
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
