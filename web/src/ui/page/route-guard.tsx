import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { wasLoggedOutByUser } from '../../api/session-store.ts';
import { useSession } from '../../api/session.tsx';
import { loginReturningTo, paths } from './paths.ts';

/** Sends a logged-out visitor to the login page, which leads back here afterwards. */
export function RequireUser() {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'user') return <Outlet />;
  // After logging out the next to log in may be somebody else.
  if (wasLoggedOutByUser()) return <Navigate to={paths.login} replace />;
  return <Navigate {...loginReturningTo(location)} replace />;
}

/** Sends a logged-in visitor away from login and registration at once. */
export function VisitorsOnly({ to, children }: { to: string; children: ReactNode }) {
  const { status } = useSession();
  return status === 'user' ? <Navigate to={to} replace /> : children;
}
