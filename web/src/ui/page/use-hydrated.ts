import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * False while a page is rendered to HTML, and for the first render in the browser of one that was:
 * both must show the same. What only the browser knows (the time, the address, who reads) comes after.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
