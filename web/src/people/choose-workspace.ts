import { chooseWorkspace } from '@pontual/contract/people.ts';
import { useState } from 'react';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { showToast } from '../ui/toast.tsx';
import { workAs } from './work-as.ts';

/** Goes on in another workspace, on a page of it: `going` is the one that is being opened. */
export function useChooseWorkspace(to?: string) {
  const [going, setGoing] = useState<string | null>(null);
  const choose = async (id: string) => {
    if (going !== null) return;
    setGoing(id);
    try {
      workAs((await call(chooseWorkspace, { params: { id } })).user, to);
    } catch (error) {
      setGoing(null);
      const text = failureText(error, 'Não foi possível trocar de equipe. Tente de novo.');
      showToast({ text, error: true });
    }
  };
  return { going, choose };
}
