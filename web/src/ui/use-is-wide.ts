import { useSyncExternalStore } from 'react';

/** From here on the sidebar is shown (DESIGN.md 5, `lg`). */
const wideQuery = () => window.matchMedia('(width >= 56.3125rem)');

function subscribe(listener: () => void): () => void {
  const query = wideQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const isWide = (): boolean => wideQuery().matches;

/** Whether there is room for what a phone shows as a sheet or one by one. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
