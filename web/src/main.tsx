import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { matchPath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followConsent } from './analytics/follow-consent.ts';
import { onSessionExpired } from './api/session-store.ts';
import { refreshSession, SessionProvider } from './api/session.tsx';
import { loginFrom, paths } from './paths.ts';
import { forgetWithSession } from './posts/create/keep/words.ts';
import { router } from './routes.tsx';

// Facebook appends this to every return address, and it survives our redirect.
if (location.hash === '#_=_') history.replaceState(history.state, '', location.href.split('#')[0]);

const doWithoutSession: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.deletion,
];

// Specification, section 4: an ended session leads to the login page, from wherever it is noticed.
onSessionExpired(() => {
  const { location } = router.state;
  if (doWithoutSession.some((path) => matchPath(path, location.pathname) !== null)) return;
  const { to, state } = loginFrom(location);
  void router.navigate(to, { state, replace: true });
});

forgetWithSession();

// The stored user is shown at once and brought up to date meanwhile.
void refreshSession();

followConsent(router);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
);
