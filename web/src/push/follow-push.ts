import { currentSession, onSessionChange } from '../api/session-store.ts';
import type { Router } from '../router.ts';
import { followWorker } from './worker-messages.ts';

/** Keeps this device's notices as they were asked for, and opens what one of them is about. */
export function followPush(router: Router): void {
  followWorker({ open: (path) => void router.navigate(path), renew: keepPush });
  onSessionChange(() => {
    // Whoever leaves the account is told nothing more here.
    if (currentSession() === null) keepPush();
  });
  keepPush();
}

/** Fetched only where notices may be shown: a visitor's page does without it. */
function keepPush(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  void import('./keep-push.ts')
    .then((module) => module.keepPush())
    // With the next page.
    .catch(() => undefined);
}
