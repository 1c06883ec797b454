import type { DatabaseSync } from 'node:sqlite';
import { openCollection, type Collection } from '../state/collection.ts';
import type { CardEntry } from './billing/payment-methods.ts';
import type {
  Charge,
  Customer,
  Dispute,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  Refund,
  Schedule,
  StripeEvent,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from './objects.ts';
import type {
  CheckoutSession,
  CheckoutWishes,
  PortalConfiguration,
  PortalFlow,
  PortalSession,
} from './sessions.ts';
import type { Delivery } from './webhooks/delivery.ts';

/** The answer to a call that carried an idempotency key. */
export type KeptAnswer = {
  id: string;
  request: string;
  at: number;
  requestId: string;
  status: number;
  body: object;
};

/** A card as its method never shows it, by the method's id. */
export type StoredCard = { id: string; number: string; isAuthenticated: boolean };

/** Something that waits for a card's owner to be asked by their bank. */
export type Confirmation = {
  id: string;
  kind: 'checkout' | 'card' | 'invoice';
  /** The session or invoice that it is for. */
  of: string;
  /** The card that was entered; none if it is a saved one. */
  entry: CardEntry | null;
};

/** A line that waits for the next invoice of its subscription. */
export type PendingLine = InvoiceLine & { subscription: string };

/** Opens everything that is remembered of payments; all of it survives a restart. */
export function openPaymentRecords(database: DatabaseSync) {
  const open = <Item extends { id: string }>(
    kind: string,
    groupOf?: (item: Item) => string,
  ): Collection<Item> => openCollection<Item>(database, `payments-${kind}`, groupOf);
  const records = {
    products: open<Product>('products'),
    prices: open<Price>('prices'),
    customers: open<Customer>('customers'),
    paymentMethods: open<PaymentMethod>('methods'),
    cards: open<StoredCard>('cards'),
    subscriptions: open<Subscription>('subscriptions', ({ customer }) => customer),
    schedules: open<Schedule>('schedules', ({ customer }) => customer),
    pendingLines: open<PendingLine>('pending-lines', ({ subscription }) => subscription),
    invoices: open<Invoice>('invoices', ({ customer }) => customer),
    invoicePayments: open<InvoicePayment>('invoice-payments', ({ invoice }) => invoice),
    paymentIntents: open<PaymentIntent>('intents', ({ customer }) => customer),
    charges: open<Charge>('charges', ({ payment_intent: intent }) => intent),
    refunds: open<Refund>('refunds', ({ charge }) => charge),
    disputes: open<Dispute>('disputes', ({ charge }) => charge),
    checkouts: open<CheckoutSession>('checkouts'),
    wishes: open<CheckoutWishes>('checkout-wishes'),
    portals: open<PortalSession>('portals'),
    flows: open<PortalFlow & { id: string }>('portal-flows'),
    configurations: open<PortalConfiguration>('configurations'),
    events: open<StripeEvent>('events'),
    confirmations: open<Confirmation>('confirmations'),
    endpoints: open<WebhookEndpoint>('endpoints'),
    secrets: open<{ id: string; secret: string }>('endpoint-secrets'),
    deliveries: open<Delivery>('deliveries'),
    clocks: open<TestClock>('clocks'),
    answers: open<KeptAnswer>('answers'),
    /** What must be told once and was. */
    told: open<{ id: string }>('told'),
  };
  return {
    ...records,
    reset: (): void => {
      for (const collection of Object.values(records)) collection.clear();
    },
  };
}

export type PaymentRecords = ReturnType<typeof openPaymentRecords>;
