import { useSyncExternalStore } from 'react';

/** The sidebar appears at this width (`lg`). */
const wideQuery = () => window.matchMedia('(width >= 56.3125rem)');

function subscribe(listener: () => void): () => void {
  const query = wideQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const isWide = (): boolean => wideQuery().matches;

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
