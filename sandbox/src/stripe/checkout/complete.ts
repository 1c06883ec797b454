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
import type { Customer } from '../objects.ts';
import { buildCustomerDetails } from '../resources/checkout-sessions.ts';
import { createCustomer } from '../resources/customers.ts';
import type { CheckoutSession, CheckoutOptions } from '../sessions.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const DAY_SECONDS = 86_400;

/** The input on the page; the card is null if none was required. */
export type CheckoutEntry = { email: string; name: string | null; card: CardEntry | null };

export type CheckoutOutcome =
  | { result: 'refused'; userMessage: string }
  | { result: 'confirm'; confirmation: string }
  | { result: 'done'; session: CheckoutSession };

/** Returns the customer of a session; undefined if there is none or the customer is deleted. */
export function findSessionCustomer({ records }: PaymentsContext, session: CheckoutSession) {
  const customer = session.customer === null ? undefined : records.customers.get(session.customer);
  return customer?.deleted ? undefined : customer;
}

/** Returns the trial end of a session that is completed now, in seconds; null without a trial. */
export function getTrialEnd(
  context: PaymentsContext,
  session: CheckoutSession,
  { trialDays, trialEnd }: CheckoutOptions,
): number | null {
  const now = getNow(context, findSessionCustomer(context, session)?.test_clock ?? null);
  if (trialEnd !== null) return trialEnd > now ? trialEnd : null;
  return trialDays === null ? null : now + trialDays * DAY_SECONDS;
}

/** Pays a session: the card is refused, authentication is required, or the subscription starts. */
export function payCheckout(
  context: PaymentsContext,
  session: CheckoutSession,
  entry: CheckoutEntry,
): CheckoutOutcome {
  const { card } = entry;
  const options = context.records.checkoutOptions.get(session.id);
  if (!options) return { result: 'refused', userMessage: 'Este checkout não existe mais.' };
  if (card) {
    const isTrial = getTrialEnd(context, session, options) !== null;
    const decline = isTrial ? findDecline(card.number) : findChargeDecline(card.number);
    if (decline) return { result: 'refused', userMessage: decline.userMessage };
    if (getAuthentication(card.number) !== undefined) {
      const id = newId(context, 'conf');
      context.records.confirmations.put({
        id,
        kind: 'checkout',
        subjectId: session.id,
        entry: card,
      });
      return { result: 'confirm', confirmation: id };
    }
  }
  return { result: 'done', session: completeCheckout(context, session, entry, false) };
}

/** Completes a session, which starts its subscription. */
export const completeCheckout = (
  context: PaymentsContext,
  session: CheckoutSession,
  entry: CheckoutEntry,
  isAuthenticated: boolean,
): CheckoutSession =>
  inTransaction(context.database, () => complete(context, session, entry, isAuthenticated));

function complete(
  context: PaymentsContext,
  session: CheckoutSession,
  { email, name, card }: CheckoutEntry,
  isAuthenticated: boolean,
): CheckoutSession {
  const { records } = context;
  const options = records.checkoutOptions.get(session.id);
  if (!options) return session;
  const customer =
    findSessionCustomer(context, session) ?? createCustomer(context, { email, name });
  const updatedCustomer = fillCustomerDetails(context, customer, email, name);
  const method =
    card &&
    attachPaymentMethod(
      context,
      createPaymentMethod(context, card),
      updatedCustomer,
      isAuthenticated,
    );
  const { subscription, invoice } = startSubscription(context, {
    customer: updatedCustomer.id,
    lines: options.lines.flatMap(({ price: id, quantity }) => {
      const price = records.prices.get(id);
      return price ? [{ price, quantity }] : [];
    }),
    trialEnd: getTrialEnd(context, session, options),
    method: method?.id ?? null,
    metadata: options.metadata,
    description: options.description,
    missingPaymentMethod: options.missingPaymentMethod,
  });
  if (invoice.status === 'open') payInvoice(context, invoice, { isAuthenticated });
  const accepted = options.areTermsRequired ? ('accepted' as const) : null;
  const completed = updateRecord(context, records.checkouts, session, {
    consent: accepted && { promotions: null, terms_of_service: accepted },
    customer: updatedCustomer.id,
    customer_details: buildCustomerDetails(email, name),
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

function fillCustomerDetails(
  context: PaymentsContext,
  customer: Customer,
  email: string,
  name: string | null,
): Customer {
  const changes = { email: customer.email ?? email, name: customer.name ?? name };
  return updateRecord(context, context.records.customers, customer, changes, 'customer.updated');
}

/** Returns the success URL with the session id filled in. */
export const buildSuccessUrl = ({ success_url: url, id }: CheckoutSession): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);
