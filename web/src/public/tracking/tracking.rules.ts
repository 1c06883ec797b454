import type { TrackingSettings } from '@pontual/contract/shared/page-meta.ts';
import type { TrackedPurchase } from './tracked-purchases.ts';

/** In ms (specification, section 7). */
const MIN_TIME_MS = 5000;

/** All data that an analytics service gets. */
export type TrackingEvent =
  | { event: 'page_view'; page: string }
  | { event: 'time_on_page'; page: string; ms: number }
  | ({ event: 'purchase'; page: string } & TrackedPurchase);

/** The pages of one document, named as the analytics service may know them. */
export interface TrackedPages {
  ready: Promise<void>;
  current: () => string;
  /** Calls the listener after the page has changed. Returns the unsubscribe function. */
  onChange: (listener: () => void) => () => void;
}

/** Exists only in memory, so that a visitor is never recognised again. */
export interface Visit {
  /** Without a path. */
  origin: string;
  /** GA4 accepts no event without a client id. */
  client: string;
  /** In seconds since 1970. */
  startedAt: number;
}

/** `sequence` counts the requests of the visit from 1. */
export function buildRequest(
  { service, endpoint, account }: TrackingSettings,
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
    // Consent to analytics, not to advertising.
    gcs: 'G101',
    npa: '1',
    seg: '1',
  });
  // The first request starts the session; each visit is a new client.
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

/** Parameters of the Google tag: `ep` for a text, `epn` for a number, `pr1` for the first item. */
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
  /** Null up to the minimum; marks the time as reported. */
  take(at: number): number | null;
}

/** Every call passes the time in ms, because this reads no clock. */
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
