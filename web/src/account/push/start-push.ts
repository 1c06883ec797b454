import { currentSession, onSessionChange } from '../../api/session-store.ts';
import { listenToWorker } from './worker-messages.ts';

/** Keeps this device's notices as they were asked for, and opens what one of them is about. */
export function startPush(router: { navigate(path: string): unknown }): void {
  listenToWorker({ open: (path) => void router.navigate(path), renew: syncPush });
  onSessionChange(() => {
    // Whoever leaves the account is told nothing more here.
    if (currentSession() === null) syncPush();
  });
  syncPush();
}

/** Fetched only where notices may be shown: a visitor's page does without it. */
function syncPush(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  void import('./sync-push.ts')
    .then((module) => module.syncPush())
    // With the next page.
    .catch(() => undefined);
}
