import type {
  BillingReason,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  WithExtras,
  PaymentIntent,
  Subscription,
} from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { saveInvoice, saveSubscription } from './timers.ts';
import { settleInvoice } from './invoice-settlement.ts';
import { getPeriod } from './statuses.ts';

function takePendingLines(context: PaymentsContext, { id }: Subscription): InvoiceLine[] {
  const { pendingLines } = context.records;
  const pending = pendingLines.in(id);
  for (const line of pending) pendingLines.remove(line.id);
  return pending;
}

const assignToInvoice = (line: InvoiceLine, invoice: string): InvoiceLine => ({ ...line, invoice });

/** A draft has the pending and the new lines. `finalizesAt` is in seconds; null sets no time. */
export function draftInvoice(
  context: PaymentsContext,
  subscription: Subscription,
  reason: BillingReason,
  newLines: readonly InvoiceLine[],
  finalizesAt: number | null,
): Invoice {
  const { records } = context;
  const customer = records.customers.get(subscription.customer);
  const now = getNow(context);
  const id = newId(context, 'in');
  const lines = [...takePendingLines(context, subscription), ...newLines].map((line) =>
    assignToInvoice(line, id),
  );
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const invoice = {
    id,
    ...CONSTANT_FIELDS,
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    created: now,
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    next_payment_attempt: finalizesAt,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: now,
    period_start: reason === 'subscription_cycle' ? getPeriod(subscription).start : now,
    starting_balance: customer?.balance ?? 0,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  } satisfies WithExtras<Invoice>;
  records.invoices.put(invoice);
  emit(context, 'invoice.created', invoice);
  saveSubscription(context, records.subscriptions.get(subscription.id) ?? subscription, {
    latest_invoice: id,
  });
  return saveInvoice(context, invoice, {});
}

const CONSTANT_FIELDS = {
  object: 'invoice',
  account_country: 'BR',
  account_name: 'Pontual (demonstração)',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  collection_method: 'charge_automatically',
  currency: 'brl',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} as const;

/** Finalizes a draft: it gets its number, the balance of the customer and a payment intent. */
export function finalizeInvoice(context: PaymentsContext, draft: Invoice): Invoice {
  const { records } = context;
  const now = getNow(context);
  const customer = records.customers.get(draft.customer);
  const balance = customer?.balance ?? 0;
  const due = Math.max(0, draft.total + balance);
  const remainingBalance = draft.total + balance - due;
  if (customer) {
    updateRecord(context, records.customers, customer, {
      balance: remainingBalance,
      next_invoice_sequence: customer.next_invoice_sequence + 1,
    });
  }
  const page = `${context.url()}/i/${draft.id}`;
  const number = `${customer?.invoice_prefix ?? ''}-${String(customer?.next_invoice_sequence ?? 1).padStart(4, '0')}`;
  const open = saveInvoice(context, draft, {
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    ending_balance: remainingBalance,
    hosted_invoice_url: page,
    next_payment_attempt: null,
    number,
    starting_balance: balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
    effective_at: now,
    invoice_pdf: `${page}/pdf`,
  });
  emit(context, 'invoice.finalized', open);
  if (due === 0) return settleInvoice(context, open, 0);
  createPaymentIntent(context, open);
  return open;
}

function createPaymentIntent(context: PaymentsContext, invoice: Invoice): void {
  const { records } = context;
  const created = getNow(context);
  const id = newId(context, 'pi');
  const intent = {
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId(context, 's').slice(2)}`,
    confirmation_method: 'automatic',
    created,
    currency: 'brl',
    customer: invoice.customer,
    customer_account: null,
    description: 'Subscription update',
    allowed_payment_method_types: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_record: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies WithExtras<PaymentIntent>;
  records.paymentIntents.put(intent);
  emit(context, 'payment_intent.created', intent);
  const payment = {
    id: newId(context, 'inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: 'brl',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  } satisfies WithExtras<InvoicePayment>;
  records.invoicePayments.put(payment);
}
