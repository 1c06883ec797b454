import { atomically } from '../../state/database.ts';
import { planCheckout } from '../billing/agenda.ts';
import { authenticationOf, chargeRefusalOf, refusalOf } from '../billing/cards.ts';
import { payInvoice } from '../billing/charging.ts';
import { attachMethod, makePaymentMethod, type CardEntry } from '../billing/payment-methods.ts';
import { startSubscription } from '../billing/starting.ts';
import type { Customer } from '../objects.ts';
import { detailsOf } from '../resources/checkout-sessions.ts';
import { makeCustomer } from '../resources/customers.ts';
import type { CheckoutSession, CheckoutWishes } from '../sessions.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';

const DAY_SECONDS = 86_400;

/** What somebody did on the page: the card is missing if none was asked for. */
export type CheckoutEntry = { email: string; name: string | null; card: CardEntry | null };

export type CheckoutOutcome =
  | { result: 'refused'; told: string }
  | { result: 'confirm'; confirmation: string }
  | { result: 'done'; session: CheckoutSession };

/** The customer of a session, if there is one and they are not gone. */
export function customerOf({ records }: PaymentsWorld, session: CheckoutSession) {
  const customer = session.customer === null ? undefined : records.customers.get(session.customer);
  return customer?.deleted ? undefined : customer;
}

/** When the trial of a session would end, if it began now. */
export function trialEndOf(
  world: PaymentsWorld,
  session: CheckoutSession,
  { trialDays, trialEnd }: CheckoutWishes,
): number | null {
  const now = nowOf(world, customerOf(world, session)?.test_clock ?? null);
  if (trialEnd !== null) return trialEnd > now ? trialEnd : null;
  return trialDays === null ? null : now + trialDays * DAY_SECONDS;
}

/** Pays a session: the card is refused, its owner must be asked, or the subscription begins. */
export function payCheckout(
  world: PaymentsWorld,
  session: CheckoutSession,
  entry: CheckoutEntry,
): CheckoutOutcome {
  const { card } = entry;
  const wishes = world.records.wishes.get(session.id);
  if (!wishes) return { result: 'refused', told: 'Este checkout não existe mais.' };
  if (card) {
    const isTrial = trialEndOf(world, session, wishes) !== null;
    const refusal = isTrial ? refusalOf(card.number) : chargeRefusalOf(card.number);
    if (refusal) return { result: 'refused', told: refusal.told };
    if (authenticationOf(card.number) !== undefined) {
      const id = newId(world, 'conf');
      world.records.confirmations.put({ id, kind: 'checkout', of: session.id, entry: card });
      return { result: 'confirm', confirmation: id };
    }
  }
  return { result: 'done', session: completeCheckout(world, session, entry, false) };
}

/** Begins the subscription of a session. */
export const completeCheckout = (
  world: PaymentsWorld,
  session: CheckoutSession,
  entry: CheckoutEntry,
  isAuthenticated: boolean,
): CheckoutSession =>
  atomically(world.database, () => complete(world, session, entry, isAuthenticated));

function complete(
  world: PaymentsWorld,
  session: CheckoutSession,
  { email, name, card }: CheckoutEntry,
  isAuthenticated: boolean,
): CheckoutSession {
  const { records } = world;
  const wishes = records.wishes.get(session.id);
  if (!wishes) return session;
  const customer = customerOf(world, session) ?? makeCustomer(world, { email, name });
  const told = withDetails(world, customer, email, name);
  const method = card && attachMethod(world, makePaymentMethod(world, card), told, isAuthenticated);
  const { subscription, invoice } = startSubscription(world, {
    customer: told.id,
    lines: wishes.lines.flatMap(({ price: id, quantity }) => {
      const price = records.prices.get(id);
      return price ? [{ price, quantity }] : [];
    }),
    trialEnd: trialEndOf(world, session, wishes),
    method: method?.id ?? null,
    metadata: wishes.metadata,
    description: wishes.description,
    missingPaymentMethod: wishes.missingPaymentMethod,
  });
  if (invoice.status === 'open') payInvoice(world, invoice, { isAuthenticated });
  const accepted = wishes.termsRequired ? ('accepted' as const) : null;
  const completed = change(world, records.checkouts, session, {
    consent: accepted && { promotions: null, terms_of_service: accepted },
    customer: told.id,
    customer_details: detailsOf(email, name),
    invoice: invoice.id,
    payment_status: subscription.status === 'trialing' ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  });
  planCheckout(world, completed);
  emit(world, 'checkout.session.completed', completed);
  return completed;
}

/** A customer of whom nothing was known yet is who filled the page in. */
function withDetails(
  world: PaymentsWorld,
  customer: Customer,
  email: string,
  name: string | null,
): Customer {
  const changes = { email: customer.email ?? email, name: customer.name ?? name };
  return change(world, world.records.customers, customer, changes, 'customer.updated');
}

/** Where the browser goes afterwards. */
export const successUrl = ({ success_url: url, id }: CheckoutSession): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);
