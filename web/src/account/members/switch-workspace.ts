import type { User } from '@pontual/contract/identity/auth.ts';
import { currentSession, storeSession } from '../../api/session-store.ts';
import { paths } from '../../ui/page/paths.ts';

/** Works elsewhere from now on. The page begins anew: nothing of one workspace stays in the next. */
export function switchWorkspace(user: User, path: string = paths.dashboard): void {
  const session = currentSession();
  if (session === null) return;
  storeSession({ token: session.token, user });
  location.assign(path);
}
