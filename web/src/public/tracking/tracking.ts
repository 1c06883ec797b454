import type { Analytics } from '@pontual/contract/shared/page-meta.ts';
import type { DataRouter as Router } from 'react-router';
import { readNow } from '../../posts/now.ts';
import { onPurchase } from './tracked-purchases.ts';
import {
  createVisibleTime,
  routePage,
  buildRequest,
  type TrackingEvent,
  type Visit,
} from './tracking.rules.ts';

/**
 * Tells the service which pages are seen, for how long, and what is bought, until the function it
 * gives is called.
 * Nothing is told after that, not even what has been counted.
 */
export function startTracking(router: Router, analytics: Analytics): () => void {
  const visit = startVisit();
  let sequence = 0;
  let path = router.state.location.pathname;
  let page = routePage(router.state.matches);
  let time = startTime();

  function track(trackingEvent: TrackingEvent): void {
    sequence += 1;
    const { url, body } = buildRequest(analytics, visit, trackingEvent, sequence);
    send(url, body);
  }

  function trackTime(): void {
    const ms = time.take(performance.now());
    if (ms !== null) track({ event: 'time_on_page', page, ms });
  }

  const unsubscribe = router.subscribe(({ location, matches }) => {
    if (location.pathname === path) return;
    trackTime();
    path = location.pathname;
    page = routePage(matches);
    time = startTime();
    track({ event: 'page_view', page });
  });

  // Out of sight may be the last that is heard of a page: a phone ends it without a word.
  const onVisibility = () => {
    if (document.visibilityState === 'visible') return time.show(performance.now());
    time.hide(performance.now());
    return trackTime();
  };
  document.addEventListener('visibilitychange', onVisibility);
  track({ event: 'page_view', page });
  const stopPurchases = onPurchase((purchase) => track({ event: 'purchase', page, ...purchase }));
  return () => {
    unsubscribe();
    stopPurchases();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

const startTime = () =>
  createVisibleTime(performance.now(), document.visibilityState === 'visible');

function startVisit(): Visit {
  const startedAt = Math.floor(readNow().getTime() / 1000);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return { origin: location.origin, client: `${random}.${startedAt}`, startedAt };
}

/** Without cookies, and as simple a request as a form's, so that nothing is asked beforehand. */
function send(url: string, body: string | undefined): void {
  void fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
    ...(body === undefined ? {} : { body }),
  }).catch(() => {
    // Blocked or offline. Measuring is never the visitor's trouble.
  });
}
