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
  paths.verifyEmail,
  paths.deletion,
];

/** Works wherever the expiry is detected (specification, section 4). Returns the unsubscribe function. */
export function redirectToLogin(router: Router): () => void {
  return onSessionExpired(() => {
    const { location } = router.state;
    if (pathsWithoutSession.some((path) => matchPath(path, location.pathname) !== null)) return;
    const { to, state } = loginReturningTo(location);
    void router.navigate(to, { state, replace: true });
  });
}
