import { logout, me } from '@pontual/contract/identity/auth.ts';
import { ApiError } from './api-error.ts';
import { lostMembership, reportLostMembership } from './lost-membership.ts';
import { call } from './client.ts';
import { currentSession, storeSession } from './session-store.ts';

/**
 * Brings the stored user up to date. A refusal logs out (the client does that); a server that cannot
 * be reached does not, because that says nothing about the session.
 */
export async function fetchUser(): Promise<void> {
  const session = currentSession();
  if (session === null) return;
  const { token } = session;
  try {
    const { user } = await call(me);
    const now = currentSession();
    // Another workspace may have been chosen meanwhile: this is not of it.
    const isSameSession = now?.token === token && now.user.workspace === session.user.workspace;
    if (isSameSession) storeSession({ token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

let isChecking = false;

/**
 * The user is no longer of the workspace that this tab shows: asks once where they are, and has it told.
 * What stands on the page must not slip into another one unseen.
 */
export async function checkMembership(): Promise<void> {
  const session = currentSession();
  if (isChecking || session === null || lostMembership() !== null) return;
  isChecking = true;
  try {
    const { user } = await call(me, { anyWorkspace: true });
    const isSameSession = currentSession()?.token === session.token;
    if (isSameSession && user.workspace !== session.user.workspace)
      reportLostMembership({ from: session.user, to: user });
  } catch {
    // The next call that is refused asks again.
  } finally {
    isChecking = false;
  }
}

/** Ends a session at the server, as far as it can be reached. */
export async function endSession(token: string): Promise<void> {
  await call(logout, { token }).catch(() => undefined);
}
