import { endSessions } from '@pontual/contract/account.ts';
import { call } from '../api/client.ts';
import { currentSession, leaveSession, setLeaving } from '../api/session-store.ts';

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
