import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { wasLoggedOutByUser } from '../../api/session-store.ts';
import { useSession } from '../../api/session.tsx';
import { loginReturningTo, paths } from './paths.ts';

export function RequireUser() {
  const { status } = useSession();
  return status === 'user' ? <Outlet /> : <LoginRedirect />;
}

/** In place of a page that only users have. */
export function LoginRedirect() {
  const location = useLocation();
  // After a logout, the next login may be by another user.
  if (wasLoggedOutByUser()) return <Navigate to={paths.login} replace />;
  return <Navigate {...loginReturningTo(location)} replace />;
}

/** A stored session may have ended at the server, so it is checked first; a new one redirects at once. */
export function VisitorsOnly({ to, children }: { to: string; children: ReactNode }) {
  const { status, refresh } = useSession();
  const [isChecking, setChecking] = useState(status === 'user');
  useEffect(() => {
    if (isChecking) void refresh().finally(() => setChecking(false));
  }, [isChecking, refresh]);
  if (status === 'anonymous') return children;
  return isChecking ? null : <Navigate to={to} replace />;
}
