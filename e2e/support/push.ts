import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { PushMessage } from '@pontual/contract/notifications/push.ts';
import type { Sandbox } from './sandbox.ts';

const FAKE_PUSH_MANAGER = `
  const STORAGE_KEY = 'pushManager';
  const made = ({ endpoint, keys, key }) => ({
    endpoint,
    options: {
      userVisibleOnly: true,
      applicationServerKey: Uint8Array.from(
        atob(key.replaceAll('-', '+').replaceAll('_', '/')),
        (sign) => sign.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint, keys }),
    async unsubscribe() {
      localStorage.removeItem(STORAGE_KEY);
      return true;
    },
  });
  PushManager.prototype.getSubscription = async () => {
    const text = localStorage.getItem(STORAGE_KEY);
    return text === null ? null : made(JSON.parse(text));
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    const subscription = { ...(await subscribeOutside(key)), key };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(subscription));
    return made(subscription);
  };
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
`;

const FAKE_SCREEN = `(() => {
  if (self.screenOfTests !== undefined) return;
  self.screenOfTests = new Map();
  registration.showNotification = async (title, options) => {
    const close = () => screenOfTests.delete(options.tag);
    screenOfTests.set(options.tag, { title, ...options, close });
  };
})()`;

/** Only the push service and the permission are fake; a browser without a screen denies the permission. */
export async function subscribeAtSandbox(context: BrowserContext, sandbox: Sandbox): Promise<void> {
  await context.exposeFunction('subscribeOutside', (key: string) => sandbox.subscribeBrowser(key));
  await context.addInitScript({ content: `{${FAKE_PUSH_MANAGER}}` });
}

async function getServiceWorker(page: Page): Promise<Worker> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(FAKE_SCREEN);
  return worker;
}

export async function deliverPush(page: Page, origin: string, message: PushMessage): Promise<void> {
  await getServiceWorker(page);
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  const data = JSON.stringify(message);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await session.detach();
}

export async function readNotifications(page: Page): Promise<unknown> {
  const worker = await getServiceWorker(page);
  return worker.evaluate('[...screenOfTests.values()].map(({ title, body }) => ({ title, body }))');
}

export async function pressNotification(page: Page): Promise<void> {
  const worker = await getServiceWorker(page);
  await worker.evaluate(`(() => {
    const event = new ExtendableEvent('notificationclick');
    Object.defineProperty(event, 'notification', { value: [...screenOfTests.values()].at(-1) });
    dispatchEvent(event);
  })()`);
}
