import type { User } from '@pontual/contract/identity/auth.ts';
import { currentSession, storeSession } from '../../api/session-store.ts';
import { paths } from '../../ui/page/paths.ts';

/** The page reloads, so no data of the old workspace stays. */
export function switchWorkspace(user: User, path: string = paths.dashboard): void {
  const session = currentSession();
  if (session === null) return;
  storeSession({ token: session.token, user });
  location.assign(path);
}
