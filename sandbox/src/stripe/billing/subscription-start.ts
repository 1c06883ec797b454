import { toLegacyPlan } from './legacy-plan.ts';
import type {
  Invoice,
  Metadata,
  Period,
  WithExtras,
  Price,
  Subscription,
  SubscriptionItem,
} from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';
import { setSubscriptionTimer, saveSubscription } from './timers.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { buildPeriodLine } from './lines.ts';
import { findPeriodEndAfter } from './periods.ts';
import { getPeriod } from './statuses.ts';

export type NewSubscription = {
  customer: string;
  price: Price;
  /** End of the trial in seconds; null without a trial. */
  trialEnd: number | null;
  method: string;
  metadata: Metadata;
};

/** Starts a subscription with its first invoice, which is free during a trial. */
export function startSubscription(
  context: PaymentsContext,
  input: NewSubscription,
): { subscription: Subscription; invoice: Invoice } {
  const { records } = context;
  const created = buildSubscription(context, input);
  records.subscriptions.put(created);
  emit(context, 'customer.subscription.created', created);
  setSubscriptionTimer(context, created);
  const line = buildPeriodLine(context, created, getPeriod(created), input.trialEnd !== null);
  const draft = draftInvoice(context, created, 'subscription_create', [line], null);
  const invoice = finalizeInvoice(context, draft);
  const current = records.subscriptions.get(created.id) ?? created;
  // A free invoice is paid at once.
  const isPaid = current.status === 'incomplete' && invoice.status === 'paid';
  const subscription = isPaid ? saveSubscription(context, current, { status: 'active' }) : current;
  return { subscription, invoice };
}

function buildSubscription(context: PaymentsContext, input: NewSubscription): Subscription {
  const now = getNow(context);
  const id = newId(context, 'sub');
  const end = input.trialEnd ?? findPeriodEndAfter(now, now);
  const subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: input.trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'brl',
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.method,
    default_source: null,
    default_tax_rates: [],
    description: null,
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
      data: [buildItem(context, id, { start: now, end }, input.price)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
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
    status: input.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: input.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: input.trialEnd === null ? null : now,
  } satisfies WithExtras<Subscription>;
  return subscription;
}

function buildItem(
  context: PaymentsContext,
  subscription: string,
  { start, end }: Period,
  price: Price,
): SubscriptionItem {
  const item = {
    id: newId(context, 'si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    discounts: [],
    tax_rates: [],
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    metadata: {},
    plan: toLegacyPlan(price),
    price,
    quantity: 1,
    subscription,
  } satisfies WithExtras<SubscriptionItem>;
  return item;
}
