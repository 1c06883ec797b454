import type { FastifyInstance } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { FaultBook, Faults } from '../faults.ts';
import type { Ids } from '../instagram/ids.ts';
import type { Settings } from '../settings.ts';
import { atomically } from '../state/database.ts';
import { serveApi } from './api/api-routes.ts';
import type { Endpoint } from './api/endpoint.ts';
import { planAll } from './billing/agenda.ts';
import { stepInvoice, stepSubscription } from './billing/renewal.ts';
import { refuseRefund } from './billing/refused-refunds.ts';
import { expireCheckout } from './checkout/expire.ts';
import { paymentFaults } from './faults.ts';
import { servePaymentLedgers } from './ledgers.ts';
import { servePaymentPages } from './pages/pages.ts';
import { openPaymentRecords } from './records.ts';
import { chargeEndpoints } from './resources/charges.ts';
import { checkoutEndpoints } from './resources/checkout-sessions.ts';
import { customerEndpoints } from './resources/customers.ts';
import { disputeEndpoints } from './resources/disputes.ts';
import { eventEndpoints } from './resources/events.ts';
import { invoiceEndpoints } from './resources/invoices.ts';
import { paymentMethodEndpoints } from './resources/payment-methods.ts';
import { portalConfigurationEndpoints } from './resources/portal-configurations.ts';
import { portalSessionEndpoints } from './resources/portal-sessions.ts';
import { priceEndpoints } from './resources/prices.ts';
import { productEndpoints } from './resources/products.ts';
import { refundEndpoints } from './resources/refunds.ts';
import { subscriptionItemEndpoints } from './resources/subscription-items.ts';
import { scheduleEndpoints } from './resources/subscription-schedules.ts';
import { subscriptionEndpoints } from './resources/subscriptions.ts';
import { testClockEndpoints } from './resources/test-clocks.ts';
import { webhookEndpointEndpoints } from './resources/webhook-endpoints.ts';
import { seedPlans } from './seeds.ts';
import { openTimeline } from './timeline.ts';
import { openCourier, postOverHttp, type PostWebhook } from './webhooks/courier.ts';
import { EVENT_TYPES } from './webhooks/event-types.ts';
import type { PaymentsWorld } from './world.ts';

export type PaymentsOptions = {
  database: DatabaseSync;
  clock: Clock;
  settings: Settings;
  faults: Faults;
  ids: Ids;
  url: () => string;
  random?: (() => number) | undefined;
  post?: PostWebhook | undefined;
};

export type Payments = {
  book: FaultBook;
  serve(app: FastifyInstance): void;
  /** Does what is due by the clock. */
  settle(): void;
  reset(): void;
  close(): void;
};

/** Opens card payments: what is remembered of them, what is due, and what serves them. */
export function openPayments(options: PaymentsOptions): Payments {
  const { clock, settings, faults, ids, url, database } = options;
  const records = openPaymentRecords(database);
  const timeline = openTimeline(clock, (id) => atomically(database, () => happen(world, id)));
  const courier = openCourier(() => world, options.post ?? postOverHttp);
  const random = options.random ?? Math.random;
  const cause = { id: null, idempotency_key: null };
  const world: PaymentsWorld = {
    clock,
    settings,
    faults,
    ids,
    url,
    records,
    database,
    timeline,
    courier,
    random,
    cause,
  };
  const endpoints = endpointsOf(world);
  const steps = endpoints.map(({ step }) => step);
  seedPlans(world);
  planAll(world);
  return {
    book: paymentFaults(steps, EVENT_TYPES),
    serve: (app) => {
      serveApi(app, world, endpoints);
      servePaymentPages(app, world);
      servePaymentLedgers(app, world);
    },
    settle: timeline.settle,
    reset: () => {
      timeline.reset();
      courier.reset();
      records.reset();
      seedPlans(world);
    },
    close: () => {
      timeline.close();
      courier.close();
    },
  };
}

/** Something is due: what it is, its id says. */
function happen(world: PaymentsWorld, id: string): void {
  const { subscriptions, checkouts, refunds } = world.records;
  const subscription = subscriptions.get(id);
  if (subscription) return stepSubscription(world, subscription);
  const refund = refunds.get(id);
  if (refund) return refuseRefund(world, refund);
  const session = checkouts.get(id);
  if (session?.status === 'open') expireCheckout(world, session);
  else if (id.startsWith('whd_')) world.courier.attempt(id);
  else stepInvoice(world, id);
}

function endpointsOf(world: PaymentsWorld): Endpoint[] {
  return [
    ...productEndpoints(world),
    ...priceEndpoints(world),
    ...customerEndpoints(world),
    ...paymentMethodEndpoints(world),
    ...checkoutEndpoints(world),
    ...portalSessionEndpoints(world),
    ...portalConfigurationEndpoints(world),
    ...subscriptionEndpoints(world),
    ...subscriptionItemEndpoints(world),
    ...scheduleEndpoints(world),
    ...invoiceEndpoints(world),
    ...chargeEndpoints(world),
    ...refundEndpoints(world),
    ...disputeEndpoints(world),
    ...eventEndpoints(world),
    ...webhookEndpointEndpoints(world),
    ...testClockEndpoints(world),
  ];
}
