import { useSyncExternalStore } from 'react';
import { onStorageChange, readStored, store } from '../../api/storage.ts';

export type Theme = 'light' | 'dark' | 'system';

/** public/theme.js reads this key before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = readStored(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-bars]')) {
    const { bars } = meta.dataset;
    const chosen = bars === theme ? 'all' : 'not all';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${bars})` : chosen;
  }
}

export function chooseTheme(theme: Theme): void {
  store(KEY, theme === 'system' ? null : theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

onStorageChange((key) => {
  if (key !== KEY && key !== null) return;
  applyTheme(readTheme());
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}
