import { consentKey } from '@pontual/contract/shared/page-meta.ts';
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

onStorageChange((key) => {
  if (key !== KEY && key !== null) return;
  consent = readCurrentConsent();
  notifyListeners();
});

export const currentConsent = (): Consent | null => consent;

export const isConsentPending = (): boolean => question !== null && consent === null;

/** Listeners run before this returns. */
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
