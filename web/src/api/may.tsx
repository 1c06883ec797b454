import { mayDo, type Need } from '@pontual/contract/roles.ts';
import type { ReactNode } from 'react';
import { useSession } from './session.tsx';

/** Whether whoever looks may do it where they are. A visitor may try all: they are asked who they are. */
export function useMay(need: Need): boolean {
  const { user } = useSession();
  return user === null || mayDo(user.role, need);
}

/** What only those see who may do it where they are. */
export function Only({ need, children }: { need: Need; children: ReactNode }) {
  return useMay(need) ? children : null;
}
