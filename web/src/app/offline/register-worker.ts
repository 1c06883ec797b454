import { currentSession, onSessionChange } from '../../api/session-store.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** The URL of the worker at the root, so that its scope covers all pages. */
const WORKER = '/service-worker.js';

export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    // A browser may refuse the worker, as in a private window: then no page works offline.
    navigator.serviceWorker
      .register(WORKER, { updateViaCache: 'none' })
      .then(requestAppCaching)
      .catch(() => undefined);
  };
  if (document.readyState === 'complete') whenIdle(register);
  else addEventListener('load', () => whenIdle(register), { once: true });
}

/** Requests caching of the application for logged-in users only, which spares the device of a visitor. */
async function requestAppCaching(): Promise<void> {
  const sendRequest = async () => {
    if (currentSession() === null) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep-app');
  };
  onSessionChange(() => void sendRequest());
  await sendRequest();
}
