import { useSyncExternalStore } from 'react';

/** The breakpoint at which the sidebar appears (DESIGN.md 5, `lg`). */
const wideQuery = () => window.matchMedia('(width >= 56.3125rem)');

function subscribe(listener: () => void): () => void {
  const query = wideQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const isWide = (): boolean => wideQuery().matches;

/** Returns whether the viewport has the desktop layout; a phone shows sheets and single steps instead. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
