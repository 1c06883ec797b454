import './ui/styles/index.css';
import { trackWithConsent } from './app/tracking/track-with-consent.ts';
import { refreshSession } from './api/session.tsx';
import { clearDeviceDataWithSession } from './app/offline/device-data.ts';
import { listenForInstallPrompt } from './app/offline/install.ts';
import { registerWorker } from './app/offline/register-worker.ts';
import { redirectToLogin } from './app/redirect-to-login.ts';
import { deleteDraftsOnLogout } from './composer/draft-store/draft-records.ts';
import { startPush } from './account/push/start-push.ts';
import { hasPrerenderedPage, canHydratePage, renderApplication } from './app/prerender/show.tsx';
import { openRouter } from './app/router.ts';

// Facebook appends this to every return address, and it survives our redirect.
if (location.hash === '#_=_') history.replaceState(history.state, '', location.href.split('#')[0]);

/**
 * Resolves once the application answers. Rejects when what the page is made of cannot be fetched; then
 * nothing has happened, and it may be called again.
 */
export async function start(): Promise<void> {
  const isHydrating = canHydratePage();
  const router = await openRouter(isHydrating);

  redirectToLogin(router);
  deleteDraftsOnLogout();
  clearDeviceDataWithSession();

  // The stored user is shown at once and brought up to date meanwhile.
  void refreshSession();

  trackWithConsent(router);

  registerWorker();
  listenForInstallPrompt();
  startPush(router);

  await renderApplication(router, isHydrating);
}

// A page that the server has sent is read without it, until prerender/visit.ts calls.
if (!hasPrerenderedPage()) void start();
