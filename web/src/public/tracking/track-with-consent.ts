import type { DataRouter as Router } from 'react-router';
import { site } from '../../ui/page/site.ts';
import { currentConsent, onConsentChange } from './consent.ts';

/** Measures while the visitor agrees. Before that not even the code which does it is loaded. */
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
    // Withdrawn, or begun by another change, while it was on its way.
    if (currentConsent()?.choice === 'accepted') stop ??= startTracking(router, analytics);
  };

  onConsentChange(() => void applyConsent());
  void applyConsent();
}

/** Until then the router may not know which page it is: the table that names it is being fetched. */
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
