import { matchPath } from 'react-router';
import { onSessionExpired } from './api/session-store.ts';
import { loginFrom, paths } from './paths.ts';
import type { Router } from './router.ts';

const doWithoutSession: readonly string[] = [
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
export function leadToLogin(router: Router): () => void {
  return onSessionExpired(() => {
    const { location } = router.state;
    if (doWithoutSession.some((path) => matchPath(path, location.pathname) !== null)) return;
    const { to, state } = loginFrom(location);
    void router.navigate(to, { state, replace: true });
  });
}
