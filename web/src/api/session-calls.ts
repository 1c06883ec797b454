import { logout, me } from '@pontual/contract/identity/auth.ts';
import { ApiError } from './api-error.ts';
import { lostMembership, reportLostMembership } from './lost-membership.ts';
import { call } from './client.ts';
import { currentSession, storeSession } from './session-store.ts';

/** A refusal logs the user out (in the client); an unreachable server says nothing about the session. */
export async function fetchUser(): Promise<void> {
  const session = currentSession();
  if (session === null) return;
  const { token } = session;
  try {
    const { user } = await call(me);
    const now = currentSession();
    const isSameSession = now?.token === token && now.user.workspace === session.user.workspace;
    if (isSameSession) storeSession({ token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

let isChecking = false;

/** Reports a lost membership once: the page must not switch to another workspace silently. */
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
    // The next refused call tries again.
  } finally {
    isChecking = false;
  }
}

export async function endSessionOf(token: string): Promise<void> {
  await call(logout, { token }).catch(() => undefined);
}
