/** Values that could not be written to localStorage, for the lifetime of the page. */
const memory = new Map<string, string | null>();

/** Null for a missing key, and where the browser blocks localStorage. */
export function readStored(key: string): string | null {
  const stored = memory.get(key);
  if (stored !== undefined) return stored;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the key. Returns false where the value lasts only as long as the page. */
export function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, value);
    return false;
  }
}

export function storedKeys(prefix: string): string[] {
  let names: string[] = [];
  try {
    names = Object.keys(localStorage);
  } catch {
    // localStorage is blocked: only the values in memory remain.
  }
  const all = new Set([...names, ...memory.keys()]);
  return [...all].filter((key) => key.startsWith(prefix) && readStored(key) !== null);
}

/** Calls the listener when another tab has written a key; null means all keys. */
export function onStorageChange(listener: (key: string | null) => void): void {
  if (import.meta.env.SSR) return;
  addEventListener('storage', ({ key }) => listener(key));
}
