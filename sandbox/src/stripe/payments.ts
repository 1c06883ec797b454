import type { FastifyInstance } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../platform/clock.ts';
import type { FaultCatalog, FaultStore } from '../platform/faults.ts';
import type { Ids } from '../instagram/ids.ts';
import type { Settings } from '../platform/settings.ts';
import { inTransaction } from '../platform/state/database.ts';
import { serveApi } from './api/api-routes.ts';
import type { Endpoint } from './api/endpoint.ts';
import { restoreTimers } from './billing/timers.ts';
import { advanceInvoice, advanceSubscription } from './billing/renewal.ts';
import { failRefund } from './billing/failed-refunds.ts';
import { expireCheckout } from './checkout/expire.ts';
import { createPaymentFaults } from './faults.ts';
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
import { scheduleEndpoints } from './resources/subscription-schedules.ts';
import { subscriptionEndpoints } from './resources/subscriptions.ts';
import { seedPlans } from './seeds.ts';
import { openTimeline } from './timeline.ts';
import { createWebhookSender, postOverHttp, type PostWebhook } from './webhooks/webhook-sender.ts';
import { EVENT_TYPES } from './webhooks/event-types.ts';
import type { PaymentsContext } from './context.ts';

export type PaymentsOptions = {
  database: DatabaseSync;
  clock: Clock;
  settings: Settings;
  faults: FaultStore;
  ids: Ids;
  url: () => string;
  random?: (() => number) | undefined;
  postWebhook?: PostWebhook | undefined;
};

export type Payments = {
  faultCatalog: FaultCatalog;
  serve(app: FastifyInstance): void;
  runDue(): void;
  reset(): void;
  close(): void;
};

export function openPayments(options: PaymentsOptions): Payments {
  const { clock, settings, faults, ids, url, database } = options;
  const records = openPaymentRecords(database);
  const timeline = openTimeline(clock, (id) =>
    inTransaction(database, () => runTimer(context, id)),
  );
  const webhookSender = createWebhookSender(() => context, options.postWebhook ?? postOverHttp);
  const random = options.random ?? Math.random;
  const currentRequest = { id: null, idempotency_key: null };
  const context: PaymentsContext = {
    clock,
    settings,
    faults,
    ids,
    url,
    records,
    database,
    timeline,
    webhookSender,
    random,
    currentRequest,
  };
  const endpoints = createEndpoints(context);
  const steps = endpoints.map(({ step }) => step);
  seedPlans(context);
  restoreTimers(context);
  return {
    faultCatalog: createPaymentFaults(steps, EVENT_TYPES),
    serve: (app) => {
      serveApi(app, context, endpoints);
      servePaymentPages(app, context);
      servePaymentLedgers(app, context);
    },
    runDue: timeline.runDue,
    reset: () => {
      timeline.reset();
      webhookSender.reset();
      records.reset();
      seedPlans(context);
    },
    close: () => {
      timeline.close();
      webhookSender.close();
    },
  };
}

function runTimer(context: PaymentsContext, id: string): void {
  const { subscriptions, checkouts, refunds } = context.records;
  const subscription = subscriptions.get(id);
  if (subscription) return advanceSubscription(context, subscription);
  const refund = refunds.get(id);
  if (refund) return failRefund(context, refund);
  const session = checkouts.get(id);
  if (session?.status === 'open') expireCheckout(context, session);
  else if (id.startsWith('whd_')) context.webhookSender.attempt(id);
  else advanceInvoice(context, id);
}

function createEndpoints(context: PaymentsContext): Endpoint[] {
  return [
    ...productEndpoints(context),
    ...priceEndpoints(context),
    ...customerEndpoints(context),
    ...paymentMethodEndpoints(context),
    ...checkoutEndpoints(context),
    ...portalSessionEndpoints(context),
    ...portalConfigurationEndpoints(context),
    ...subscriptionEndpoints(context),
    ...scheduleEndpoints(context),
    ...invoiceEndpoints(context),
    ...chargeEndpoints(context),
    ...refundEndpoints(context),
    ...disputeEndpoints(context),
    ...eventEndpoints(context),
  ];
}
