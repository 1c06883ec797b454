import type { PushMessage } from '@pontual/contract/notifications/push.ts';
import { pickTab } from './files.ts';
import { scope } from './scope.ts';

/** What a page is told by this worker (web/src/account/push/worker-messages.ts hears it). */
type PageMessage = { open: string } | 'push-changed';

/** Shown for what cannot be read: a browser takes the permission from whoever shows nothing. */
const fallbackMessage: PushMessage = {
  title: 'Há novidades sobre seus posts',
  body: 'Abra a Pontual para ver.',
  tag: 'novidades',
  path: '/schedule',
  at: '',
};

scope.addEventListener('push', (event) => {
  const { title, body, tag, path, at } = parseMessage(event.data);
  // The last two are not in TypeScript's list: a later word is to be heard too, by its own hour.
  const options: NotificationOptions & { renotify: boolean; timestamp?: number } = {
    body,
    tag,
    lang: 'pt-BR',
    icon: '/icons/icon-192.png',
    badge: '/push-badge.png',
    data: { path },
    renotify: true,
    ...(at === '' ? {} : { timestamp: Date.parse(at) }),
  };
  event.waitUntil(scope.registration.showNotification(title, options));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // As it was put in above; only paths of ours are opened.
  const { path } = event.notification.data as { path: string };
  event.waitUntil(openPath(path.startsWith('/') && !path.startsWith('//') ? path : '/schedule'));
});

// The browser has given up the old address; the page has the session to tell the new one.
scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event));
});

function parseMessage(data: PushMessageData | null): PushMessage {
  try {
    // Encrypted for this browser by our own server (contract/src/notifications/push.ts).
    const message = data?.json() as PushMessage | undefined;
    return typeof message?.title === 'string' ? message : fallbackMessage;
  } catch {
    return fallbackMessage;
  }
}

/** In a tab that is open, whose router asks before it leaves what is not saved; else in a new one. */
async function openPath(path: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = pickTab(tabs);
  if (tab === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  // A browser may not let it come to the front; it shows the post all the same.
  const focusedTab = await tab.focus().catch(() => tab);
  postToTab(focusedTab, { open: path });
}

async function renewSubscription({ oldSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const { pushManager } = scope.registration;
  if (oldSubscription !== null && (await pushManager.getSubscription()) === null) {
    await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription.options.applicationServerKey,
    });
  }
  for (const tab of await scope.clients.matchAll({ type: 'window' }))
    postToTab(tab, 'push-changed');
}

const postToTab = (tab: Client, message: PageMessage) => tab.postMessage(message);
