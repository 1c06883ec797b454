import type { Router } from '../router.ts';
import { site } from '../site.ts';
import { currentConsent, onConsentChange } from './consent.ts';

/** Measures while the visitor agrees. Before that not even the code which does it is loaded. */
export function followConsent(router: Router): void {
  const { analytics } = site;
  if (analytics === null) return;
  let stop: (() => void) | undefined;

  const follow = async () => {
    if (currentConsent()?.choice !== 'accepted') {
      stop?.();
      stop = undefined;
      return;
    }
    const [{ measure }] = await Promise.all([import('./measuring.ts'), untilDrawn(router)]);
    // Withdrawn, or begun by another change, while it was on its way.
    if (currentConsent()?.choice === 'accepted') stop ??= measure(router, analytics);
  };

  onConsentChange(() => void follow());
  void follow();
}

/** Until then the router may not know which page it is: the table that names it is being fetched. */
async function untilDrawn(router: Router): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
