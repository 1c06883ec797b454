import { currentSession, onSessionChange } from '../../api/session-store.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** Where the server sends the worker from: its scope is all below. */
const WORKER = '/service-worker.js';

/** Has the browser take the worker, once the page has nothing else to do. Not while developing. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    // A browser may refuse it, as in private windows: then nothing is read without a line.
    navigator.serviceWorker
      .register(WORKER, { updateViaCache: 'none' })
      .then(requestAppCaching)
      .catch(() => undefined);
  };
  if (document.readyState === 'complete') whenIdle(register);
  else addEventListener('load', () => whenIdle(register), { once: true });
}

/** Who is logged in has the application kept; a visitor's device is spared it. */
async function requestAppCaching(): Promise<void> {
  const sendRequest = async () => {
    if (currentSession() === null) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep-app');
  };
  onSessionChange(() => void sendRequest());
  await sendRequest();
}
