import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * False during prerendering and for the first render of hydration, which must match it. What only the browser
 * knows (time, URL, user) is rendered after that.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
