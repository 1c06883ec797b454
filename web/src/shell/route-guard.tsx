import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { loginFrom } from '../paths.ts';

/** Sends a logged-out visitor to the login page, which leads back here afterwards. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'user') return children;
  return <Navigate {...loginFrom(location)} replace />;
}

/** Sends a logged-in visitor away from login and registration at once. */
export function VisitorsOnly({ to, children }: { to: string; children: ReactNode }) {
  const { status } = useSession();
  return status === 'user' ? <Navigate to={to} replace /> : children;
}
