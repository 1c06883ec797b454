import { chooseWorkspace } from '@pontual/contract/identity/members.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { switchWorkspace } from './switch-workspace.ts';

/** `switchingTo` is the id of the workspace that is opening, or null. */
export function useSwitchWorkspace(to?: string) {
  const [switchingTo, setSwitchingTo] = useState<string | null>(null);
  const switchTo = async (id: string) => {
    if (switchingTo !== null) return;
    setSwitchingTo(id);
    try {
      switchWorkspace((await call(chooseWorkspace, { params: { id } })).user, to);
    } catch (error) {
      setSwitchingTo(null);
      failureToast('Não foi possível trocar de equipe. Tente de novo.')(error);
    }
  };
  return { switchingTo, switchTo };
}
