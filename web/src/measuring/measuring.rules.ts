import type { Analytics } from '@pontual/contract/page.ts';
import type { ToldPurchase } from './purchases.ts';

/** Shorter than this on a page is not told (specification, section 7). */
const WORTH_TELLING_MS = 5000;

/** All that a service ever hears: which page of ours, for how long it was in sight, what was bought. */
export type Seen =
  | { event: 'page_view'; page: string }
  | { event: 'time_on_page'; page: string; ms: number }
  | ({ event: 'purchase'; page: string } & ToldPurchase);

/** One run of the web application. Only in memory, so that nobody is known again. */
export interface Visit {
  /** The address of the web application, without a path. */
  origin: string;
  /** Random, for GA4, which takes no event without one. */
  client: string;
  /** The second in which it began. */
  began: number;
}

/**
 * The page as the route table names it, of the routes that match from the outermost in: never an
 * address, which may hold a token, an id or whatever somebody typed.
 */
export function pageOf(matches: readonly { route: { path?: string | undefined } }[]): string {
  let page = '/';
  for (const { route } of matches) {
    if (route.path === undefined) continue;
    if (route.path === '*') return '/404';
    page = route.path.startsWith('/') ? route.path : `${page.replace(/\/$/, '')}/${route.path}`;
  }
  return page;
}

/** The one request that tells it. `nth` counts the requests of the visit from 1. */
export function requestOf(
  { service, endpoint, account }: Analytics,
  visit: Visit,
  seen: Seen,
  nth: number,
): { url: string; body?: string } {
  const url = `${visit.origin}${seen.page}`;
  if (service === 'plausible') {
    const name = seen.event === 'page_view' ? 'pageview' : seen.event;
    const body = { domain: account, name, url, ...detailsForPlausible(seen) };
    return { url: endpoint, body: JSON.stringify(body) };
  }
  const query = new URLSearchParams({
    v: '2',
    tid: account,
    cid: visit.client,
    sid: String(visit.began),
    _s: String(nth),
    en: seen.event,
    dl: url,
    // Agreed to measuring, not to advertising.
    gcs: 'G101',
    npa: '1',
    seg: '1',
  });
  // The first request begins the session, of somebody who is new each time.
  if (nth === 1) for (const name of ['_fv', '_nsi', '_ss']) query.set(name, '1');
  for (const [name, value] of Object.entries(detailsForGoogle(seen))) query.set(name, value);
  return { url: `${endpoint}?${query}` };
}

/** https://plausible.io/docs/events-api */
function detailsForPlausible(seen: Seen): object {
  if (seen.event === 'time_on_page') return { props: { seconds: String(seconds(seen.ms)) } };
  if (seen.event === 'page_view') return {};
  const { transaction, plan, value, currency } = seen;
  return {
    props: { plan, transaction_id: transaction },
    revenue: { currency, amount: value.toFixed(2) },
  };
}

/** Named as Google's tag names them: `ep` a text, `epn` a number, `pr1` the first item. */
function detailsForGoogle(seen: Seen): Record<string, string> {
  if (seen.event === 'time_on_page') {
    return { _et: String(seen.ms), 'epn.seconds': String(seconds(seen.ms)) };
  }
  if (seen.event === 'page_view') return {};
  const { transaction, plan, name, value, currency } = seen;
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
  let untold = 0;
  let since = isVisible ? at : null;

  function count(now: number): void {
    if (since === null) return;
    untold += now - since;
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
      if (untold <= WORTH_TELLING_MS) return null;
      const taken = Math.round(untold);
      untold = 0;
      return taken;
    },
  };
}
