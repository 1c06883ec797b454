/** What browsers that install give a page, to ask when its user wants it. Not in TypeScript's DOM yet. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let deferredPrompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function setDeferredPrompt(next: InstallPrompt | null): void {
  deferredPrompt = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for the account page; nobody is asked anywhere else. */
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

/** Has the browser ask; it does so once for each offer. */
export async function install(): Promise<void> {
  const prompt = deferredPrompt;
  setDeferredPrompt(null);
  await prompt?.prompt();
}

/** Safari on a phone or tablet installs only by its own menu, and says whether it has. */
export const needsManualInstall = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 0;
