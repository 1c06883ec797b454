import { hasPermission, type Permission } from '@pontual/contract/shared/roles.ts';
import type { ReactNode } from 'react';
import { useSession } from './session.tsx';

/** A visitor has all permissions, because the action leads to the login. */
export function useCan(permission: Permission): boolean {
  const { user } = useSession();
  return user === null || hasPermission(user.role, permission);
}

export function IfAllowed({
  permission,
  children,
}: {
  permission: Permission;
  children: ReactNode;
}) {
  return useCan(permission) ? children : null;
}
