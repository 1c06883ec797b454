export type PushSupport = 'supported' | 'unsupported' | 'home-screen';

/** Maximum wait in ms for the service worker, which is registered when the page is idle. */
const WORKER_TIMEOUT_MS = 15_000;

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return 'supported';
  }
  return isApple() && !isStandalone() ? 'home-screen' : 'unsupported';
}

/** iPads identify themselves as Macs, but no Mac has a touch screen. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isStandalone = () => matchMedia('(display-mode: standalone)').matches;

/** Also follows changes in the browser's settings. Returns a function that stops it. */
export function onPermissionChange(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isStopped = false;
  navigator.permissions
    .query({ name: 'notifications' })
    .then((found) => {
      if (isStopped) return;
      status = found;
      found.addEventListener('change', listener);
    })
    // Where the permission cannot be observed, it is read at the next press.
    .catch(() => undefined);
  return () => {
    isStopped = true;
    status?.removeEventListener('change', listener);
  };
}

export const currentPermission = (): NotificationPermission =>
  pushSupport() === 'supported' ? Notification.permission : 'denied';

export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'supported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Replaces a subscription with another key. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await workerReady();
  const existing = await registration.pushManager.getSubscription();
  if (existing !== null && usesKey(existing, publicKey)) return existing;
  await existing?.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
}

export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}

export function serializeSubscription(subscription: PushSubscription) {
  const { endpoint, keys = {} } = subscription.toJSON();
  return {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
  };
}

function usesKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (key === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

async function workerReady(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no service worker in time')), WORKER_TIMEOUT_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
