import type { Analytics } from '@pontual/contract/page.ts';
import type { Router } from '../router.ts';
import { readNow } from '../posts/now.ts';
import { onPurchase } from './purchases.ts';
import { createVisibleTime, pageOf, requestOf, type Seen, type Visit } from './measuring.rules.ts';

/**
 * Tells the service which pages are seen, for how long, and what is bought, until the function it
 * gives is called.
 * Nothing is told after that, not even what has been counted.
 */
export function measure(router: Router, analytics: Analytics): () => void {
  const visit = beginVisit();
  let told = 0;
  let path = router.state.location.pathname;
  let page = pageOf(router.state.matches);
  let time = startTime();

  function tell(seen: Seen): void {
    told += 1;
    const { url, body } = requestOf(analytics, visit, seen, told);
    send(url, body);
  }

  function tellTime(): void {
    const ms = time.take(performance.now());
    if (ms !== null) tell({ event: 'time_on_page', page, ms });
  }

  const unsubscribe = router.subscribe(({ location, matches }) => {
    if (location.pathname === path) return;
    tellTime();
    path = location.pathname;
    page = pageOf(matches);
    time = startTime();
    tell({ event: 'page_view', page });
  });

  // Out of sight may be the last that is heard of a page: a phone ends it without a word.
  const onVisibility = () => {
    if (document.visibilityState === 'visible') return time.show(performance.now());
    time.hide(performance.now());
    return tellTime();
  };
  document.addEventListener('visibilitychange', onVisibility);
  tell({ event: 'page_view', page });
  const stopPurchases = onPurchase((purchase) => tell({ event: 'purchase', page, ...purchase }));
  return () => {
    unsubscribe();
    stopPurchases();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

const startTime = () =>
  createVisibleTime(performance.now(), document.visibilityState === 'visible');

function beginVisit(): Visit {
  const began = Math.floor(readNow().getTime() / 1000);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return { origin: location.origin, client: `${random}.${began}`, began };
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
