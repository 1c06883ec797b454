import '../ui/styles/index.css';
import { createRoot } from 'react-dom/client';
import { trackWithConsent } from '../public/tracking/track-with-consent.ts';
import { refreshSession } from '../api/session.tsx';
import { clearDeviceDataWithSession } from './offline/device-data.ts';
import { listenForInstallPrompt } from '../account/install.ts';
import { registerWorker } from './offline/register-worker.ts';
import { redirectToLogin } from './redirect-to-login.ts';
import { deleteDraftsOnLogout } from '../composer/draft-store/draft-cleanup.ts';
import { startPush } from '../account/push/start-push.ts';
import { Application } from './application.tsx';
import { openRouter } from './router.ts';
import { trackedPages } from './tracked-pages.ts';

// Facebook appends this to every return URL, and it survives our redirect.
if (location.hash === '#_=_') history.replaceState(history.state, '', location.href.split('#')[0]);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const router = openRouter();

redirectToLogin(router);
deleteDraftsOnLogout();
clearDeviceDataWithSession();

void refreshSession();

trackWithConsent(trackedPages(router));

registerWorker();
listenForInstallPrompt();
startPush(router);

createRoot(root).render(<Application router={router} />);
