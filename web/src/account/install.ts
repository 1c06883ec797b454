/** The event that Chromium browsers fire before an install prompt. TypeScript's DOM types lack it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let deferredPrompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function setDeferredPrompt(next: InstallPrompt | null): void {
  deferredPrompt = next;
  for (const listener of listeners) listener();
}

/** Stores the browser's install prompt for the account page and suppresses the default one. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setDeferredPrompt(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => setDeferredPrompt(null));
}

export function onInstallPromptChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const canInstall = (): boolean => deferredPrompt !== null;

/** Shows the browser's install prompt; each stored prompt works once. */
export async function promptInstall(): Promise<void> {
  const prompt = deferredPrompt;
  setDeferredPrompt(null);
  await prompt?.prompt();
}

/**
 * Returns whether the app can be installed only through the browser's menu: Safari on a phone or tablet,
 * which reports in `standalone` whether the app is installed.
 */
export const needsManualInstall = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 0;
