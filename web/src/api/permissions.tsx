import { hasPermission, type Permission } from '@pontual/contract/shared/roles.ts';
import type { ReactNode } from 'react';
import { useSession } from './session.tsx';

/** Whether whoever looks may do it where they are. A visitor may try all: they are asked who they are. */
export function useCan(need: Permission): boolean {
  const { user } = useSession();
  return user === null || hasPermission(user.role, need);
}

/** What only those see who may do it where they are. */
export function IfAllowed({ need, children }: { need: Permission; children: ReactNode }) {
  return useCan(need) ? children : null;
}
