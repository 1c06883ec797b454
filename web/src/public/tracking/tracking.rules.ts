import type { Analytics } from '@pontual/contract/shared/page-meta.ts';
import type { TrackedPurchase } from './tracked-purchases.ts';

/** Shorter than this on a page is not told (specification, section 7). */
const MIN_TIME_MS = 5000;

/** All that a service ever hears: which page of ours, for how long it was in sight, what was bought. */
export type TrackingEvent =
  | { event: 'page_view'; page: string }
  | { event: 'time_on_page'; page: string; ms: number }
  | ({ event: 'purchase'; page: string } & TrackedPurchase);

/** One run of the web application. Only in memory, so that nobody is known again. */
export interface Visit {
  /** The address of the web application, without a path. */
  origin: string;
  /** Random, for GA4, which takes no event without one. */
  client: string;
  /** The second in which it began. */
  startedAt: number;
}

/**
 * The page as the route table names it, of the routes that match from the outermost in: never an
 * address, which may hold a token, an id or whatever somebody typed.
 */
export function routePage(matches: readonly { route: { path?: string | undefined } }[]): string {
  let page = '/';
  for (const { route } of matches) {
    if (route.path === undefined) continue;
    if (route.path === '*') return '/404';
    page = route.path.startsWith('/') ? route.path : `${page.replace(/\/$/, '')}/${route.path}`;
  }
  return page;
}

/** The one request that tells it. `nth` counts the requests of the visit from 1. */
export function buildRequest(
  { service, endpoint, account }: Analytics,
  visit: Visit,
  trackingEvent: TrackingEvent,
  sequence: number,
): { url: string; body?: string } {
  const url = `${visit.origin}${trackingEvent.page}`;
  if (service === 'plausible') {
    const name = trackingEvent.event === 'page_view' ? 'pageview' : trackingEvent.event;
    const body = { domain: account, name, url, ...plausibleDetails(trackingEvent) };
    return { url: endpoint, body: JSON.stringify(body) };
  }
  const query = new URLSearchParams({
    v: '2',
    tid: account,
    cid: visit.client,
    sid: String(visit.startedAt),
    _s: String(sequence),
    en: trackingEvent.event,
    dl: url,
    // Agreed to measuring, not to advertising.
    gcs: 'G101',
    npa: '1',
    seg: '1',
  });
  // The first request begins the session, of somebody who is new each time.
  if (sequence === 1) for (const name of ['_fv', '_nsi', '_ss']) query.set(name, '1');
  for (const [name, value] of Object.entries(googleDetails(trackingEvent))) query.set(name, value);
  return { url: `${endpoint}?${query}` };
}

/** https://plausible.io/docs/events-api */
function plausibleDetails(trackingEvent: TrackingEvent): object {
  if (trackingEvent.event === 'time_on_page')
    return { props: { seconds: String(seconds(trackingEvent.ms)) } };
  if (trackingEvent.event === 'page_view') return {};
  const { transaction, plan, value, currency } = trackingEvent;
  return {
    props: { plan, transaction_id: transaction },
    revenue: { currency, amount: value.toFixed(2) },
  };
}

/** Named as Google's tag names them: `ep` a text, `epn` a number, `pr1` the first item. */
function googleDetails(trackingEvent: TrackingEvent): Record<string, string> {
  if (trackingEvent.event === 'time_on_page') {
    return { _et: String(trackingEvent.ms), 'epn.seconds': String(seconds(trackingEvent.ms)) };
  }
  if (trackingEvent.event === 'page_view') return {};
  const { transaction, plan, name, value, currency } = trackingEvent;
  const price = value.toFixed(2);
  return {
    cu: currency,
    'ep.transaction_id': transaction,
    'epn.value': price,
    pr1: `id${plan}~nm${name}~pr${price}~qt1`,
  };
}

const seconds = (ms: number) => Math.round(ms / 1000);

export interface VisibleTime {
  show(at: number): void;
  hide(at: number): void;
  /** What has not been told yet, in ms, if it is worth telling; it then counts as told. */
  take(at: number): number | null;
}

/** How long a page is in sight. Told every time, in ms, because it reads no clock. */
export function createVisibleTime(at: number, isVisible: boolean): VisibleTime {
  let unreported = 0;
  let since = isVisible ? at : null;

  function count(now: number): void {
    if (since === null) return;
    unreported += now - since;
    since = now;
  }

  return {
    show(now) {
      since ??= now;
    },
    hide(now) {
      count(now);
      since = null;
    },
    take(now) {
      count(now);
      if (unreported <= MIN_TIME_MS) return null;
      const reported = Math.round(unreported);
      unreported = 0;
      return reported;
    },
  };
}
