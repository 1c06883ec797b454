import { logout, me } from '@pontual/contract/auth.ts';
import { ApiError } from './api-error.ts';
import { leftWorkspace, tellLeft } from './left-workspace.ts';
import { call } from './client.ts';
import { currentSession, storeSession } from './session-store.ts';

/**
 * Brings the stored user up to date. A refusal logs out (the client does that); a server that cannot
 * be reached does not, because that says nothing about the session.
 */
export async function fetchUser(): Promise<void> {
  const asker = currentSession();
  if (asker === null) return;
  const { token } = asker;
  try {
    const { user } = await call(me);
    const now = currentSession();
    // Another workspace may have been chosen meanwhile: this is not of it.
    const stays = now?.token === token && now.user.workspace === asker.user.workspace;
    if (stays) storeSession({ token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

let isLooking = false;

/**
 * The user is no longer of the workspace that this tab shows: asks once where they are, and has it told.
 * What stands on the page must not slip into another one unseen.
 */
export async function lookElsewhere(): Promise<void> {
  const here = currentSession();
  if (isLooking || here === null || leftWorkspace() !== null) return;
  isLooking = true;
  try {
    const { user } = await call(me, { anywhere: true });
    const stays = currentSession()?.token === here.token;
    if (stays && user.workspace !== here.user.workspace) tellLeft({ from: here.user, to: user });
  } catch {
    // The next call that is refused asks again.
  } finally {
    isLooking = false;
  }
}

/** Ends a session at the server, as far as it can be reached. */
export async function endSession(token: string): Promise<void> {
  await call(logout, { token }).catch(() => undefined);
}
