import type {
  Charge,
  Invoice,
  Open,
  PaymentError,
  PaymentIntent,
  PaymentMethod,
  StripeEvent,
} from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';
import { saveInvoice } from './agenda.ts';
import { authenticationOf, chargeRefusalOf, disputesCharges, type Refusal } from './cards.ts';
import { openDispute } from './disputes.ts';
import { afterFailure, nextAttemptOf } from './dunning.ts';
import { settleInvoice, subscriptionOf } from './settling.ts';

export type Attempt = {
  method?: string | undefined;
  /** The card's owner has just confirmed it. */
  isAuthenticated?: boolean;
};

export type Outcome =
  | { result: 'paid' }
  | { result: 'action' }
  | { result: 'failed'; error: PaymentError };

const NO_CARD: PaymentError = {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message: 'This customer has no attached payment source or default payment method.',
};

/** The card that an invoice is charged to: its subscription's, or its customer's. */
export function methodOf(world: PaymentsWorld, invoice: Invoice): string | null {
  const own = subscriptionOf(world, invoice)?.default_payment_method ?? null;
  const customer = world.records.customers.get(invoice.customer);
  return own ?? customer?.invoice_settings.default_payment_method ?? null;
}

/** Tries to collect an open invoice; what follows for its subscription follows. */
export function payInvoice(
  world: PaymentsWorld,
  invoice: Invoice,
  { method: wanted, isAuthenticated = false }: Attempt = {},
): Outcome {
  const { records } = world;
  const methodId = wanted ?? methodOf(world, invoice);
  const method = methodId === null ? undefined : records.paymentMethods.get(methodId);
  const card = methodId === null ? undefined : records.cards.get(methodId);
  const intent = intentOf(world, invoice);
  if (!intent) {
    settleInvoice(world, invoice, 0);
    return { result: 'paid' };
  }
  if (!method || !card) return fail(world, invoice, intent, undefined, NO_CARD);
  const asks = authenticationOf(card.number);
  const isConfirmed = isAuthenticated || (asks === 'once' && card.isAuthenticated);
  if (asks !== undefined && !isConfirmed) return ask(world, invoice, intent, method);
  const refusal = chargeRefusalOf(card.number);
  const charge = makeCharge(world, intent, method, refusal);
  if (refusal) {
    emit(world, 'charge.failed', charge);
    return fail(world, invoice, intent, method.id, errorOf(refusal, charge.id));
  }
  emit(world, 'charge.succeeded', charge);
  const paid = change(world, records.paymentIntents, intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  emit(world, 'payment_intent.succeeded', paid);
  const counted = saveInvoice(world, invoice, { attempt_count: invoice.attempt_count + 1 });
  settleInvoice(world, counted, intent.amount);
  if (disputesCharges(card.number)) openDispute(world, charge);
  return { result: 'paid' };
}

/** What is charged for an invoice. */
export function intentOf({ records }: PaymentsWorld, { id }: Invoice): PaymentIntent | undefined {
  const payment = records.invoicePayments.in(id).at(-1);
  return payment && records.paymentIntents.get(payment.payment.payment_intent);
}

const errorOf = ({ code, declineCode, message }: Refusal, charge: string): PaymentError => ({
  type: 'card_error',
  charge,
  code,
  decline_code: declineCode,
  message,
});

function fail(
  world: PaymentsWorld,
  invoice: Invoice,
  intent: PaymentIntent,
  method: string | undefined,
  error: PaymentError,
): Outcome {
  const failed = change(world, world.records.paymentIntents, intent, {
    last_payment_error: error,
    latest_charge: error.charge ?? intent.latest_charge,
    next_action: null,
    payment_method: method ?? null,
    status: 'requires_payment_method',
  });
  emit(world, 'payment_intent.payment_failed', failed);
  const tried = count(world, invoice);
  emit(world, 'invoice.payment_failed', tried);
  afterFailure(world, tried);
  return { result: 'failed', error };
}

/** The bank wants to hear from the card's owner, who is not here. */
function ask(
  world: PaymentsWorld,
  invoice: Invoice,
  intent: PaymentIntent,
  method: PaymentMethod,
): Outcome {
  const asked = change(world, world.records.paymentIntents, intent, {
    next_action: { type: 'use_stripe_sdk' },
    payment_method: method.id,
    status: 'requires_action',
  });
  emit(world, 'payment_intent.requires_action', asked);
  const tried = count(world, invoice);
  emit(world, 'invoice.payment_action_required', tried);
  emit(world, 'invoice.payment_failed', tried);
  afterFailure(world, tried);
  return { result: 'action' };
}

function count(world: PaymentsWorld, invoice: Invoice): Invoice {
  const attempts = invoice.attempt_count + 1;
  const next = nextAttemptOf(world, invoice, attempts);
  const tried = {
    attempt_count: attempts,
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  };
  return saveInvoice(world, invoice, tried, 'invoice.updated');
}

function makeCharge(
  world: PaymentsWorld,
  intent: PaymentIntent,
  method: PaymentMethod,
  refusal: Refusal | undefined,
): Charge & Pick<StripeEvent, 'id'> {
  const id = newId(world, 'ch');
  const testClock = world.records.customers.get(intent.customer)?.test_clock ?? null;
  const { amount } = intent;
  const charge = {
    id,
    object: 'charge',
    amount,
    amount_captured: refusal ? 0 : amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: NO_ADDRESS, phone: null, tax_id: null, ...method.billing_details },
    calculated_statement_descriptor: 'PONTUAL',
    captured: !refusal,
    created: nowOf(world, testClock),
    currency: 'brl',
    customer: intent.customer,
    description: 'Subscription update',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(refusal),
    paid: !refusal,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(method, amount), type: 'card' },
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
    status: refusal ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies Open<Charge>;
  world.records.charges.put(charge);
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

const outcomeOf = (refusal: Refusal | undefined) => ({
  advice_code: refusal ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: refusal ? 'declined_by_network' : 'approved_by_network',
  reason: refusal?.declineCode ?? null,
  seller_message: refusal ? 'The bank did not return any further details.' : 'Payment complete.',
  type: refusal ? 'issuer_declined' : 'authorized',
});

const cardDetails = ({ card }: PaymentMethod, amount: number) => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: card.country,
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
