import type { User } from '@pontual/contract/identity/auth.ts';
import { WorkspaceSwitch } from './workspace-switch.tsx';

export function OtherTeams({ user, to }: { user: User; to: string }) {
  if (user.workspaces.length < 2) return null;
  return <WorkspaceSwitch user={user} title="Procurar em outra equipe" to={to} />;
}
