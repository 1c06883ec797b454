import type { PushMessage } from '@pontual/contract/notifications/push.ts';
import { pickTab } from './files.ts';
import { scope } from './scope.ts';

/** The messages of this worker to a page (received by web/src/account/push/worker-messages.ts). */
type PageMessage = { open: string } | 'push-changed';

/** Browsers revoke the permission of a site that shows no notification for a push. */
const fallbackMessage: PushMessage = {
  title: 'Há novidades sobre seus posts',
  body: 'Abra a Pontual para ver.',
  tag: 'novidades',
  path: '/schedule',
  at: '',
};

scope.addEventListener('push', (event) => {
  const { title, body, tag, path, at } = parseMessage(event.data);
  // The TypeScript types lack both. `renotify` also alerts for a replaced notification.
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
  const { path } = event.notification.data as { path: string };
  event.waitUntil(openPath(path.startsWith('/') && !path.startsWith('//') ? path : '/schedule'));
});

// The page has the session to register the new subscription.
scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event));
});

function parseMessage(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as PushMessage | undefined;
    return typeof message?.title === 'string' ? message : fallbackMessage;
  } catch {
    return fallbackMessage;
  }
}

/** Prefers an open tab, whose router protects unsaved work. */
async function openPath(path: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = pickTab(tabs);
  if (tab === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
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
