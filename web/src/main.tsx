import './styles/index.css';
import { followConsent } from './measuring/follow-consent.ts';
import { refreshSession } from './api/session.tsx';
import { forgetKeptWithSession } from './offline/owner-mark.ts';
import { awaitInstallation } from './offline/install.ts';
import { registerWorker } from './offline/register.ts';
import { leadToLogin } from './lead-to-login.ts';
import { forgetWithSession } from './posts/create/keep/words.ts';
import { followPush } from './push/follow-push.ts';
import { hasServedPage, isServedPage, show } from './prerender/show.tsx';
import { openRouter } from './router.ts';

// Facebook appends this to every return address, and it survives our redirect.
if (location.hash === '#_=_') history.replaceState(history.state, '', location.href.split('#')[0]);

/**
 * Resolves once the application answers. Rejects when what the page is made of cannot be fetched; then
 * nothing has happened, and it may be called again.
 */
export async function start(): Promise<void> {
  const isServed = isServedPage();
  const router = await openRouter(isServed);

  leadToLogin(router);
  forgetWithSession();
  forgetKeptWithSession();

  // The stored user is shown at once and brought up to date meanwhile.
  void refreshSession();

  followConsent(router);

  registerWorker();
  awaitInstallation();
  followPush(router);

  await show(router, isServed);
}

// A page that the server has sent is read without it, until prerender/visit.ts calls.
if (!hasServedPage()) void start();
