import type { DataRouter as Router } from 'react-router';
import { site } from '../../ui/page/site.ts';
import { currentConsent, onConsentChange } from './consent.ts';

/** Without the consent the tracking code is not even loaded. */
export function trackWithConsent(router: Router): void {
  const { analytics } = site;
  if (analytics === null) return;
  let stop: (() => void) | undefined;

  const applyConsent = async () => {
    if (currentConsent()?.choice !== 'accepted') {
      stop?.();
      stop = undefined;
      return;
    }
    const [{ startTracking }] = await Promise.all([import('./tracking.ts'), routerReady(router)]);
    // The consent may be withdrawn, or another call may have started tracking, during the import.
    if (currentConsent()?.choice === 'accepted') stop ??= startTracking(router, analytics);
  };

  onConsentChange(() => void applyConsent());
  void applyConsent();
}

/** Before initialisation the router may not know the page. */
async function routerReady(router: Router): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
