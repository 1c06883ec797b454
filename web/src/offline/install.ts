/** What browsers that install give a page, to ask when its user wants it. Not in TypeScript's DOM yet. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for the account page; nobody is asked anywhere else. */
export function awaitInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => set(null));
}

export function onOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const hasOffer = (): boolean => offered !== null;

/** Has the browser ask; it does so once for each offer. */
export async function install(): Promise<void> {
  const prompt = offered;
  set(null);
  await prompt?.prompt();
}

/** Safari on a phone or tablet installs only by its own menu, and says whether it has. */
export const installsByHand = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 0;
