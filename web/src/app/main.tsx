import '../ui/styles/index.css';
import { trackWithConsent } from '../public/tracking/track-with-consent.ts';
import { refreshSession } from '../api/session.tsx';
import { clearDeviceDataWithSession } from './offline/device-data.ts';
import { listenForInstallPrompt } from '../account/install.ts';
import { registerWorker } from './offline/register-worker.ts';
import { redirectToLogin } from './redirect-to-login.ts';
import { deleteDraftsOnLogout } from '../composer/draft-store/draft-cleanup.ts';
import { startPush } from '../account/push/start-push.ts';
import { hasPrerenderedPage, canHydratePage, renderApplication } from './prerender/show.tsx';
import { openRouter } from './router.ts';

// Facebook appends this to every return URL, and it survives our redirect.
if (location.hash === '#_=_') history.replaceState(history.state, '', location.href.split('#')[0]);

/** Resolves once interactive. Rejects when a module cannot be loaded, and may then be called again. */
export async function start(): Promise<void> {
  const isHydrating = canHydratePage();
  const router = await openRouter(isHydrating);

  redirectToLogin(router);
  deleteDraftsOnLogout();
  clearDeviceDataWithSession();

  void refreshSession();

  trackWithConsent(router);

  registerWorker();
  listenForInstallPrompt();
  startPush(router);

  await renderApplication(router, isHydrating);
}

// A prerendered page starts without the application, until prerender/visit.ts loads it.
if (!hasPrerenderedPage()) void start();
