import { inTransaction } from '../../platform/state/database.ts';
import { setCheckoutTimer } from '../billing/timers.ts';
import {
  getAuthentication,
  findChargeDecline,
  findDecline,
  type CardEntry,
} from '../billing/cards.ts';
import { payInvoice } from '../billing/invoice-payment.ts';
import { attachPaymentMethod, createPaymentMethod } from '../billing/payment-methods.ts';
import { startSubscription } from '../billing/subscription-start.ts';
import { buildCustomerDetails } from '../resources/checkout-sessions.ts';
import type { CheckoutSession, CheckoutOptions } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const DAY_SECONDS = 86_400;

export type CheckoutOutcome =
  | { result: 'refused'; userMessage: string }
  | { result: 'confirm'; confirmation: string }
  | { result: 'done'; session: CheckoutSession };

/** Returns the trial end of a session that is completed now, in seconds; null without a trial. */
export const getTrialEnd = (
  context: PaymentsContext,
  { trialDays }: CheckoutOptions,
): number | null => (trialDays === null ? null : getNow(context) + trialDays * DAY_SECONDS);

export function payCheckout(
  context: PaymentsContext,
  session: CheckoutSession,
  options: CheckoutOptions,
  card: CardEntry,
): CheckoutOutcome {
  const isTrial = options.trialDays !== null;
  const decline = isTrial ? findDecline(card.number) : findChargeDecline(card.number);
  if (decline) return { result: 'refused', userMessage: decline.userMessage };
  if (getAuthentication(card.number) === undefined) {
    return { result: 'done', session: completeCheckout(context, session, card, false) };
  }
  const id = newId(context, 'conf');
  context.records.confirmations.put({ id, kind: 'checkout', subjectId: session.id, entry: card });
  return { result: 'confirm', confirmation: id };
}

export const completeCheckout = (
  context: PaymentsContext,
  session: CheckoutSession,
  card: CardEntry,
  isAuthenticated: boolean,
): CheckoutSession =>
  inTransaction(context.database, () => complete(context, session, card, isAuthenticated));

function complete(
  context: PaymentsContext,
  session: CheckoutSession,
  card: CardEntry,
  isAuthenticated: boolean,
): CheckoutSession {
  const { records } = context;
  const options = records.checkoutOptions.get(session.id);
  const price = records.prices.get(options?.price ?? '');
  const known = records.customers.get(session.customer);
  if (!options || !price || !known) return session;
  const changes = { name: known.name ?? card.name };
  const customer = updateRecord(context, records.customers, known, changes, 'customer.updated');
  const method = createPaymentMethod(context, card);
  attachPaymentMethod(context, method, customer, isAuthenticated);
  const { subscription, invoice } = startSubscription(context, {
    customer: customer.id,
    price,
    trialEnd: getTrialEnd(context, options),
    method: method.id,
    metadata: options.metadata,
  });
  if (invoice.status === 'open') payInvoice(context, invoice, { isAuthenticated });
  const completed = updateRecord(context, records.checkouts, session, {
    customer_details: buildCustomerDetails(customer.email, customer.name),
    invoice: invoice.id,
    payment_status: subscription.status === 'trialing' ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  });
  setCheckoutTimer(context, completed);
  emit(context, 'checkout.session.completed', completed);
  return completed;
}

/** Returns the success URL with the session id filled in. */
export const buildSuccessUrl = ({ success_url: url, id }: CheckoutSession): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);
