import { hasPermission, type Permission } from '@pontual/contract/shared/roles.ts';
import type { ReactNode } from 'react';
import { useSession } from './session.tsx';

/**
 * Returns whether the current user has the permission. A visitor has all, because the action leads to the
 * login.
 */
export function useCan(permission: Permission): boolean {
  const { user } = useSession();
  return user === null || hasPermission(user.role, permission);
}

/** Renders its children only for users with the permission. */
export function IfAllowed({
  permission,
  children,
}: {
  permission: Permission;
  children: ReactNode;
}) {
  return useCan(permission) ? children : null;
}
