import type { User } from '@pontual/contract/identity/auth.ts';
import { WorkspaceSwitch } from './workspace-switch.tsx';

/** Where else a page may be found that is not here: nothing for whoever is of one workspace. */
export function OtherTeams({ user, to }: { user: User; to: string }) {
  // What an older release has stored knows of no others.
  const { workspaces }: { workspaces?: User['workspaces'] } = user;
  if (workspaces === undefined || workspaces.length < 2) return null;
  return <WorkspaceSwitch user={user} title="Procurar em outra equipe" to={to} />;
}
