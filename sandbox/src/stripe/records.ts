import type { DatabaseSync } from 'node:sqlite';
import { openCollection, type Collection } from '../platform/state/collection.ts';
import type { CardEntry } from './billing/cards.ts';
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
} from './objects.ts';
import type {
  CheckoutSession,
  CheckoutOptions,
  PortalConfiguration,
  PortalSession,
} from './sessions.ts';
import type { Delivery } from './webhooks/delivery.ts';

export type StoredResponse = {
  id: string;
  request: string;
  storedAt: number;
  requestId: string;
  status: number;
  body: object;
};

/** The number of a card, which the API never returns, by the id of its payment method. */
export type StoredCard = { id: string; number: string; isAuthenticated: boolean };

/** An action that waits for the authentication of a cardholder. */
export type Confirmation = {
  id: string;
  kind: 'checkout' | 'card' | 'invoice';
  subjectId: string;
  /** The card that was entered; null for a saved one. */
  entry: CardEntry | null;
};

/** A line for the next invoice of its subscription. */
export type PendingLine = InvoiceLine & { subscription: string };

/** Opens all records of payments, which survive a restart. */
export function openPaymentRecords(database: DatabaseSync) {
  const openKind = <Item extends { id: string }>(
    kind: string,
    groupOf?: (item: Item) => string,
  ): Collection<Item> => openCollection<Item>(database, `payments-${kind}`, groupOf);
  const records = {
    products: openKind<Product>('products'),
    prices: openKind<Price>('prices'),
    customers: openKind<Customer>('customers'),
    paymentMethods: openKind<PaymentMethod>('methods'),
    cards: openKind<StoredCard>('cards'),
    subscriptions: openKind<Subscription>('subscriptions', ({ customer }) => customer),
    schedules: openKind<Schedule>('schedules'),
    pendingLines: openKind<PendingLine>('pending-lines', ({ subscription }) => subscription),
    invoices: openKind<Invoice>('invoices', ({ customer }) => customer),
    invoicePayments: openKind<InvoicePayment>('invoice-payments', ({ invoice }) => invoice),
    paymentIntents: openKind<PaymentIntent>('intents'),
    charges: openKind<Charge>('charges', ({ payment_intent: intent }) => intent),
    refunds: openKind<Refund>('refunds', ({ charge }) => charge),
    disputes: openKind<Dispute>('disputes', ({ charge }) => charge),
    checkouts: openKind<CheckoutSession>('checkouts', ({ customer }) => customer),
    checkoutOptions: openKind<CheckoutOptions>('checkout-wishes'),
    portals: openKind<PortalSession>('portals'),
    configurations: openKind<PortalConfiguration>('configurations'),
    events: openKind<StripeEvent>('events'),
    confirmations: openKind<Confirmation>('confirmations'),
    deliveries: openKind<Delivery>('deliveries'),
    responses: openKind<StoredResponse>('answers'),
    /** Reminders that are sent once and have been sent. */
    sentReminders: openKind<{ id: string }>('told'),
  };
  return {
    ...records,
    reset: (): void => {
      for (const collection of Object.values(records)) collection.clear();
    },
  };
}

export type PaymentRecords = ReturnType<typeof openPaymentRecords>;
