import type { TrackingSettings } from '@pontual/contract/shared/page-meta.ts';
import { describe, expect, test } from 'vitest';
import { createVisibleTime, buildRequest, type TrackingEvent } from './tracking.rules.ts';

const visit = { origin: 'https://pontual.app', client: '1234.5678', startedAt: 1_795_000_000 };
const view: TrackingEvent = { event: 'page_view', page: '/schedule' };
const purchase: TrackingEvent = {
  event: 'purchase',
  page: '/dashboard',
  transaction: 'cs_test_a1',
  plan: 'pro',
  name: 'Pro',
  value: 19.99,
  currency: 'BRL',
};
const timeOnPage: TrackingEvent = { event: 'time_on_page', page: '/schedule', ms: 12_400 };

describe('a request to Plausible', () => {
  const plausible: TrackingSettings = {
    service: 'plausible',
    endpoint: 'https://plausible.io/api/event',
    account: 'pontual.app',
  };
  const plausibleBody = (trackingEvent: TrackingEvent) => {
    const { url, body = '' } = buildRequest(plausible, visit, trackingEvent, 1);
    expect(url).toBe('https://plausible.io/api/event');
    return JSON.parse(body) as unknown;
  };

  test('reports a page view', () => {
    expect(plausibleBody(view)).toEqual({
      domain: 'pontual.app',
      name: 'pageview',
      url: 'https://pontual.app/schedule',
    });
  });

  test('reports the time on a page in seconds', () => {
    expect(plausibleBody(timeOnPage)).toEqual({
      domain: 'pontual.app',
      name: 'time_on_page',
      url: 'https://pontual.app/schedule',
      props: { seconds: '12' },
    });
  });

  test('reports a purchase with its revenue', () => {
    expect(plausibleBody(purchase)).toEqual({
      domain: 'pontual.app',
      name: 'purchase',
      url: 'https://pontual.app/dashboard',
      props: { plan: 'pro', transaction_id: 'cs_test_a1' },
      revenue: { currency: 'BRL', amount: '19.99' },
    });
  });
});

describe('a request to Google Analytics', () => {
  const ga4: TrackingSettings = {
    service: 'ga4',
    endpoint: 'https://www.google-analytics.com/g/collect',
    account: 'G-ABC123',
  };
  const googleQuery = (trackingEvent: TrackingEvent, sequence: number) => {
    const { url, body } = buildRequest(ga4, visit, trackingEvent, sequence);
    expect(body).toBeUndefined();
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe(ga4.endpoint);
    return Object.fromEntries(searchParams);
  };

  test('reports a page view of a new client without advertising', () => {
    expect(googleQuery(view, 1)).toEqual({
      v: '2',
      tid: 'G-ABC123',
      cid: '1234.5678',
      sid: '1795000000',
      _s: '1',
      en: 'page_view',
      dl: 'https://pontual.app/schedule',
      gcs: 'G101',
      npa: '1',
      seg: '1',
      _fv: '1',
      _nsi: '1',
      _ss: '1',
    });
  });

  test('reports the time on a page within the same session', () => {
    const time = googleQuery(timeOnPage, 2);
    expect(time).toMatchObject({ en: 'time_on_page', _et: '12400', 'epn.seconds': '12', _s: '2' });
    expect(time).not.toHaveProperty('_ss');
  });

  test('reports a purchase with its item', () => {
    expect(googleQuery(purchase, 3)).toMatchObject({
      en: 'purchase',
      dl: 'https://pontual.app/dashboard',
      cu: 'BRL',
      'ep.transaction_id': 'cs_test_a1',
      'epn.value': '19.99',
      pr1: 'idpro~nmPro~pr19.99~qt1',
    });
  });
});

describe('the time on a page', () => {
  test('is reported above 5 s only', () => {
    const time = createVisibleTime(1000, true);
    expect(time.take(6000)).toBeNull();
    expect(time.take(6001)).toBe(5001);
  });

  test('does not count while the page is hidden', () => {
    const time = createVisibleTime(0, true);
    time.hide(4000);
    expect(time.take(60_000)).toBeNull();
    time.show(60_000);
    expect(time.take(62_000)).toBe(6000);
  });

  test('begins when a page that was opened in the background becomes visible', () => {
    const time = createVisibleTime(0, false);
    time.show(30_000);
    expect(time.take(36_000)).toBe(6000);
  });

  test('is reported once', () => {
    const time = createVisibleTime(0, true);
    expect(time.take(9000)).toBe(9000);
    expect(time.take(10_000)).toBeNull();
    time.hide(15_000);
    expect(time.take(15_000)).toBe(6000);
  });

  test('counts nothing twice when the browser repeats an event', () => {
    const time = createVisibleTime(0, true);
    time.show(3000);
    time.hide(6000);
    time.hide(9000);
    expect(time.take(9000)).toBe(6000);
  });
});
