import { chooseWorkspace } from '@pontual/contract/identity/members.ts';
import { useState } from 'react';
import { failureText } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/toast.tsx';
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
      const text = failureText(error, 'Não foi possível trocar de equipe. Tente de novo.');
      showToast({ text, error: true });
    }
  };
  return { switchingTo, switchTo };
}
