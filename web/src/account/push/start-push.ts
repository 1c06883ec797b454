import { currentSession, onSessionChange } from '../../api/session-store.ts';
import { listenToWorker } from './worker-messages.ts';

export function startPush(router: { navigate(path: string): unknown }): void {
  listenToWorker({ open: (path) => void router.navigate(path), renew: syncPush });
  onSessionChange(() => {
    if (currentSession() === null) syncPush();
  });
  syncPush();
}

/** Loaded only where notifications are permitted, so that other pages do without the code. */
function syncPush(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  void import('./sync-push.ts')
    .then((module) => module.syncPush())
    // The next page load retries.
    .catch(() => undefined);
}
