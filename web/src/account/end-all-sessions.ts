import { endSessions } from '@pontual/contract/identity/user.ts';
import { call } from '../api/client.ts';
import { currentSession, logOutLocally, setLoggingOut } from '../api/session-store.ts';

/** Until the request ends, a 401 of another call does not count as an expired session. */
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
