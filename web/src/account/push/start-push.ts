import { currentSession, onSessionChange } from '../../api/session-store.ts';
import { listenToWorker } from './worker-messages.ts';

/** Keeps the push subscription of this device up to date, and opens the page of a pressed notification. */
export function startPush(router: { navigate(path: string): unknown }): void {
  listenToWorker({ open: (path) => void router.navigate(path), renew: syncPush });
  onSessionChange(() => {
    if (currentSession() === null) syncPush();
  });
  syncPush();
}

/** The code is loaded only where notifications are permitted, so a visitor's page does without it. */
function syncPush(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  void import('./sync-push.ts')
    .then((module) => module.syncPush())
    // The next page load retries.
    .catch(() => undefined);
}
