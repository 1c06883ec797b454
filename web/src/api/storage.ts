/** What could not be written to the browser's storage lives as long as the page. */
const memory = new Map<string, string | null>();

/** Local storage; null also where the browser keeps it from us. */
export function readStored(key: string): string | null {
  const stored = memory.get(key);
  if (stored !== undefined) return stored;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null forgets the key. False where it is known until the page ends, and no longer. */
export function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    // Storage is blocked or full.
    memory.set(key, value);
    return false;
  }
}

/** The keys that begin so and hold something. */
export function storedKeys(prefix: string): string[] {
  let names: string[] = [];
  try {
    names = Object.keys(localStorage);
  } catch {
    // Kept from us: only what lives with the page is left.
  }
  const all = new Set([...names, ...memory.keys()]);
  return [...all].filter((key) => key.startsWith(prefix) && readStored(key) !== null);
}

/** Another tab has written a key; null is all of them at once. */
export function onStorageChange(listener: (key: string | null) => void): void {
  // While a page is rendered to HTML there is no other tab.
  if (import.meta.env.SSR) return;
  addEventListener('storage', ({ key }) => listener(key));
}
