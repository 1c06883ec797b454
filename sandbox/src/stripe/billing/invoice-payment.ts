import type {
  Charge,
  Invoice,
  WithExtras,
  PaymentError,
  PaymentIntent,
  PaymentMethod,
  StripeEvent,
} from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { saveInvoice } from './timers.ts';
import { getAuthentication, findChargeDecline, isDisputedCard, type CardDecline } from './cards.ts';
import { openDispute } from './disputes.ts';
import { applyPaymentFailure, getNextAttemptTime } from './dunning.ts';
import { settleInvoice, findSubscription } from './invoice-settlement.ts';

export type Attempt = {
  method?: string | undefined;
  isAuthenticated?: boolean;
};

export type PaymentOutcome =
  | { result: 'paid' }
  | { result: 'action' }
  | { result: 'failed'; error: PaymentError };

const NO_CARD_ERROR: PaymentError = {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message: 'This customer has no attached payment source or default payment method.',
};

export const findPaymentMethodId = (context: PaymentsContext, invoice: Invoice): string =>
  findSubscription(context, invoice)?.default_payment_method ?? '';

export function payInvoice(
  context: PaymentsContext,
  invoice: Invoice,
  { method: wanted, isAuthenticated = false }: Attempt = {},
): PaymentOutcome {
  const { records } = context;
  const methodId = wanted ?? findPaymentMethodId(context, invoice);
  const method = records.paymentMethods.get(methodId);
  const card = records.cards.get(methodId);
  const intent = findPaymentIntent(context, invoice);
  if (!intent) {
    settleInvoice(context, invoice, 0);
    return { result: 'paid' };
  }
  if (!method || !card) return recordFailure(context, invoice, intent, undefined, NO_CARD_ERROR);
  const authentication = getAuthentication(card.number);
  const isConfirmed = isAuthenticated || (authentication === 'once' && card.isAuthenticated);
  if (authentication !== undefined && !isConfirmed)
    return requireAction(context, invoice, intent, method);
  const decline = findChargeDecline(card.number);
  const charge = createCharge(context, intent, method, decline);
  if (decline) {
    emit(context, 'charge.failed', charge);
    return recordFailure(context, invoice, intent, method.id, toPaymentError(decline, charge.id));
  }
  emit(context, 'charge.succeeded', charge);
  const paid = updateRecord(context, records.paymentIntents, intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  emit(context, 'payment_intent.succeeded', paid);
  const countedInvoice = saveInvoice(context, invoice, {
    attempt_count: invoice.attempt_count + 1,
  });
  settleInvoice(context, countedInvoice, intent.amount);
  if (isDisputedCard(card.number)) openDispute(context, charge);
  return { result: 'paid' };
}

export function findPaymentIntent(
  { records }: PaymentsContext,
  { id }: Invoice,
): PaymentIntent | undefined {
  const payment = records.invoicePayments.in(id).at(-1);
  return payment && records.paymentIntents.get(payment.payment.payment_intent);
}

const toPaymentError = (
  { code, declineCode, message }: CardDecline,
  charge: string,
): PaymentError => ({
  type: 'card_error',
  charge,
  code,
  decline_code: declineCode,
  message,
});

function recordFailure(
  context: PaymentsContext,
  invoice: Invoice,
  intent: PaymentIntent,
  method: string | undefined,
  error: PaymentError,
): PaymentOutcome {
  const failed = updateRecord(context, context.records.paymentIntents, intent, {
    last_payment_error: error,
    latest_charge: error.charge ?? intent.latest_charge,
    next_action: null,
    payment_method: method ?? null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', failed);
  const attemptedInvoice = countAttempt(context, invoice);
  emit(context, 'invoice.payment_failed', attemptedInvoice);
  applyPaymentFailure(context, attemptedInvoice);
  return { result: 'failed', error };
}

function requireAction(
  context: PaymentsContext,
  invoice: Invoice,
  intent: PaymentIntent,
  method: PaymentMethod,
): PaymentOutcome {
  const updatedIntent = updateRecord(context, context.records.paymentIntents, intent, {
    next_action: { type: 'use_stripe_sdk' },
    payment_method: method.id,
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', updatedIntent);
  const attemptedInvoice = countAttempt(context, invoice);
  emit(context, 'invoice.payment_action_required', attemptedInvoice);
  emit(context, 'invoice.payment_failed', attemptedInvoice);
  applyPaymentFailure(context, attemptedInvoice);
  return { result: 'action' };
}

function countAttempt(context: PaymentsContext, invoice: Invoice): Invoice {
  const attempts = invoice.attempt_count + 1;
  const next = getNextAttemptTime(context, invoice, attempts);
  const changes = {
    attempt_count: attempts,
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  };
  return saveInvoice(context, invoice, changes, 'invoice.updated');
}

function createCharge(
  context: PaymentsContext,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: CardDecline | undefined,
): Charge & Pick<StripeEvent, 'id'> {
  const id = newId(context, 'ch');
  const { amount } = intent;
  const charge = {
    id,
    object: 'charge',
    amount,
    amount_captured: decline ? 0 : amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: NO_ADDRESS, phone: null, tax_id: null, ...method.billing_details },
    calculated_statement_descriptor: 'PONTUAL',
    captured: !decline,
    created: getNow(context),
    currency: 'brl',
    customer: intent.customer,
    description: 'Subscription update',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: buildOutcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: buildCardDetails(method, amount), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies WithExtras<Charge>;
  context.records.charges.put(charge);
  return charge;
}

const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

const buildOutcome = (decline: CardDecline | undefined) => ({
  advice_code: decline ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.declineCode ?? null,
  seller_message: decline ? 'The bank did not return any further details.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

const buildCardDetails = ({ card }: PaymentMethod, amount: number) => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  extended_authorization: { status: 'disabled' },
  fingerprint: null,
  funding: 'credit',
  incremental_authorization: { status: 'unavailable' },
  installments: null,
  last4: card.last4,
  mandate: null,
  multicapture: { status: 'unavailable' },
  network: card.brand,
  network_token: { used: false },
  network_transaction_id: null,
  overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});
