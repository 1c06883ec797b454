import { site } from '../../ui/page/site.ts';
import { currentConsent, onConsentChange } from './consent.ts';
import type { TrackedPages } from './tracking.rules.ts';

/** Without the consent the tracking code is not even loaded. Returns the function that stops it. */
export function trackWithConsent(pages: TrackedPages): () => void {
  const { analytics } = site;
  if (analytics === null) return () => undefined;
  let stop: (() => void) | undefined;

  const applyConsent = async () => {
    if (currentConsent()?.choice !== 'accepted') {
      stop?.();
      stop = undefined;
      return;
    }
    const [{ startTracking }] = await Promise.all([import('./tracking.ts'), pages.ready]);
    // The consent may be withdrawn, or another call may have started tracking, during the import.
    if (currentConsent()?.choice === 'accepted') stop ??= startTracking(pages, analytics);
  };

  const stopListening = onConsentChange(() => void applyConsent());
  void applyConsent();
  return () => {
    stopListening();
    stop?.();
  };
}
