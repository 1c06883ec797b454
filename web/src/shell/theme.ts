import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

/** The key that public/theme.js reads before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function read(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  show(theme);
  for (const listener of listeners) listener();
}

// Chosen in another tab.
addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  show(read());
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read);
}
