import { matchPath } from 'react-router';
import { onSessionExpired } from '../api/session-store.ts';
import { loginReturningTo, paths } from '../ui/page/paths.ts';
import type { Router } from './router.ts';

const pathsWithoutSession: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.deletion,
];

/**
 * Specification, section 4: an ended session leads to the login page, from wherever it is noticed.
 * Gives what ends that.
 */
export function redirectToLogin(router: Router): () => void {
  return onSessionExpired(() => {
    const { location } = router.state;
    if (pathsWithoutSession.some((path) => matchPath(path, location.pathname) !== null)) return;
    const { to, state } = loginReturningTo(location);
    void router.navigate(to, { state, replace: true });
  });
}
