import { consentKey } from '@pontual/contract/shared/page-meta.ts';
import { useSyncExternalStore } from 'react';
import { readNow } from '../../posts/now.ts';
import { site } from '../../ui/page/site.ts';
import { onStorageChange, readStored, store } from '../../api/storage.ts';
import { readConsent, type Consent } from './consent.rules.ts';

const KEY = 'pontual.consent';
const question = site.analytics === null ? null : consentKey(site.analytics);
const listeners = new Set<() => void>();

const readCurrentConsent = () =>
  question === null ? null : readConsent(readStored(KEY), question);
let consent = readCurrentConsent();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

// Chosen in another tab.
onStorageChange((key) => {
  if (key !== KEY && key !== null) return;
  consent = readCurrentConsent();
  notifyListeners();
});

/** The visitor's choice, as it is kept in this browser; null while there is none. */
export const currentConsent = (): Consent | null => consent;

/** Whether there is something to ask that has had no answer. */
const isConsentPending = (): boolean => question !== null && consent === null;

/** Changes at any time; what listens stops, or begins, before this returns. */
export function saveConsent(choice: Consent['choice']): void {
  if (question === null) return;
  consent = { choice, at: readNow().toISOString(), version: question };
  store(KEY, JSON.stringify(consent));
  notifyListeners();
}

export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConsent = (): Consent | null =>
  // Of a page that the server has sent nobody knows yet who reads it.
  useSyncExternalStore(onConsentChange, currentConsent, () => null);

/** Whether to ask. A page that the server has sent asks everybody, until it is taken up. */
export const useIsConsentPending = (): boolean =>
  useSyncExternalStore(onConsentChange, isConsentPending, () => question !== null);

/** Of the question in the page. */
export const CONSENT_BANNER_ID = 'pergunta-da-medicao';

/** Whether the page has the question, or is to have it. */
export const needsConsentBanner = (): boolean =>
  isConsentPending() ||
  (!import.meta.env.SSR && document.getElementById(CONSENT_BANNER_ID) !== null);
