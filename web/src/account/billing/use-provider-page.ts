import { openPortal, startCheckout, type PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';

/** Where to go: to the checkout of a plan, or to the billing portal. */
export type ProviderPage = PaidPlanId | 'portal';

/** Which of the page's buttons is leaving it: a tab goes to one place. */
let leaving: string | null = null;
const listeners = new Set<() => void>();

function setLeaving(id: string | null): void {
  leaving = id;
  for (const listener of listeners) listener();
}

function onLeaving(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Leaves for a page of the card provider's: whatever else is pressed then, it asks once. */
export function useProviderPage(onFailure: (error: Error) => void) {
  const id = useId();
  const currentId = useSyncExternalStore(onLeaving, () => leaving);
  const { mutate } = useMutation({
    mutationFn: (to: ProviderPage) =>
      to === 'portal' ? call(openPortal) : call(startCheckout, { body: { plan: to } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: (error) => {
      setLeaving(null);
      onFailure(error);
    },
  });
  // Back by the browser's button, the page stands as it was left: with its button at work.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(null);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  return {
    /** Until the other page is there. */
    isLeaving: currentId === id,
    /** Another button is about to. */
    isOtherLeaving: currentId !== null && currentId !== id,
    leave: (to: ProviderPage) => {
      if (leaving !== null) return;
      setLeaving(id);
      mutate(to);
    },
  };
}
