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

/** Each stored prompt works once. */
export async function promptInstall(): Promise<void> {
  const prompt = deferredPrompt;
  setDeferredPrompt(null);
  await prompt?.prompt();
}

/** Safari on a phone or tablet reports in `standalone` whether the app is installed. */
export const needsManualInstall = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 0;
