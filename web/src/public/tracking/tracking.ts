import type { TrackingSettings } from '@pontual/contract/shared/page-meta.ts';
import { readNow } from '../../posts/now.ts';
import { onPurchase } from './tracked-purchases.ts';
import {
  createVisibleTime,
  buildRequest,
  type TrackedPages,
  type TrackingEvent,
  type Visit,
} from './tracking.rules.ts';

/** Returns the function that stops it; after that, nothing is reported, not even measured time. */
export function startTracking(pages: TrackedPages, analytics: TrackingSettings): () => void {
  const visit = startVisit();
  let sequence = 0;
  let page = pages.current();
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

  const unsubscribe = pages.onChange(() => {
    trackTime();
    page = pages.current();
    time = startTime();
    track({ event: 'page_view', page });
  });

  // A phone can end a hidden page without another event.
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

/** A simple request without cookies: the browser sends no preflight. */
function send(url: string, body: string | undefined): void {
  void fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
    ...(body === undefined ? {} : { body }),
  }).catch(() => {
    // Blocked or offline. A tracking failure must never affect the visitor.
  });
}
