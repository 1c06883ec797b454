import { planOf } from './plan-of.ts';
import type { Invoice, Metadata, Open, Price, Subscription, SubscriptionItem } from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { emit } from '../webhooks/emit.ts';
import { planSubscription, saveSubscription } from './agenda.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodLines } from './lines.ts';
import { endOfNext, withPeriod } from './renewal.ts';
import { periodOf } from './statuses.ts';

export type NewSubscription = {
  customer: string;
  lines: { price: Price; quantity: number; metadata?: Metadata }[];
  /** When the trial ends, if there is one. */
  trialEnd: number | null;
  method: string | null;
  metadata: Metadata;
  description: string | null;
  missingPaymentMethod: string;
};

/** Starts a subscription with its first invoice, which is free during a trial. */
export function startSubscription(
  world: PaymentsWorld,
  given: NewSubscription,
): { subscription: Subscription; invoice: Invoice } {
  const { records } = world;
  const made = makeSubscription(world, given);
  records.subscriptions.put(made);
  emit(world, 'customer.subscription.created', made);
  planSubscription(world, made);
  const lines = periodLines(world, made, periodOf(made), given.trialEnd !== null);
  const draft = draftInvoice(world, made, 'subscription_create', lines, null);
  const invoice = finalizeInvoice(world, draft);
  const current = records.subscriptions.get(made.id) ?? made;
  // A free one is paid at once.
  const isPaid = current.status === 'incomplete' && invoice.status === 'paid';
  const subscription = isPaid ? saveSubscription(world, current, { status: 'active' }) : current;
  return { subscription, invoice };
}

function makeSubscription(world: PaymentsWorld, given: NewSubscription): Subscription {
  const testClock = world.records.customers.get(given.customer)?.test_clock ?? null;
  const now = nowOf(world, testClock);
  const id = newId(world, 'sub');
  const items = given.lines.map((line) => makeItem(world, id, now, line));
  const subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: given.trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'brl',
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.method,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: given.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: testClock,
    transfer_data: null,
    trial_end: given.trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: given.missingPaymentMethod } },
    trial_start: given.trialEnd === null ? null : now,
  } satisfies Open<Subscription>;
  const end = given.trialEnd ?? endOfNext(subscription, now);
  return { ...subscription, items: withPeriod(subscription, { start: now, end }) };
}

/** One thing that a subscription is for; its period is set by whoever knows it. */
export function makeItem(
  world: PaymentsWorld,
  subscription: string,
  now: number,
  { price, quantity, metadata = {} }: NewSubscription['lines'][number],
): SubscriptionItem {
  const item = {
    id: newId(world, 'si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    discounts: [],
    tax_rates: [],
    created: now,
    current_period_end: now,
    current_period_start: now,
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
  } satisfies Open<SubscriptionItem>;
  return item;
}
