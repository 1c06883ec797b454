import { openPortal, startCheckout, type PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';

export type ProviderPage = PaidPlanId | 'portal';

/** The id of the button that is leaving the page; a tab leaves for one target only. */
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

/** Opens a page of the card provider. While one button is leaving, presses of any button are ignored. */
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
  // The Back button restores the page from the back/forward cache, with its button still busy.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(null);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  return {
    isLeaving: currentId === id,
    isOtherLeaving: currentId !== null && currentId !== id,
    leave: (to: ProviderPage) => {
      if (leaving !== null) return;
      setLeaving(id);
      mutate(to);
    },
  };
}
