import type { Invoice } from '../objects.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import { change } from '../webhooks/emit.ts';
import { saveSubscription } from './agenda.ts';
import { endSubscription } from './ending.ts';
import { subscriptionOf } from './settling.ts';

const DAY_SECONDS = 86_400;

/** When an invoice is tried again after so many attempts; null if never. */
export function nextAttemptOf(
  world: PaymentsWorld,
  invoice: Invoice,
  attempts: number,
): number | null {
  const subscription = subscriptionOf(world, invoice);
  // Who has never paid is not chased: they may come back to the page themselves.
  if (!subscription || subscription.status === 'incomplete') return null;
  // Drafts of an unpaid subscription are collected by hand only.
  if (subscription.status === 'unpaid' || subscription.status === 'canceled') return null;
  const days = world.settings.current().dunningDays[attempts - 1];
  return days === undefined ? null : nowOf(world, invoice.test_clock) + days * DAY_SECONDS;
}

/** What a failed attempt does to the subscription: in arrears, and in the end out. */
export function afterFailure(world: PaymentsWorld, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice);
  if (!subscription) return;
  const { status } = subscription;
  const customer = world.records.customers.get(subscription.customer);
  if (customer && !customer.delinquent && status !== 'incomplete') {
    change(world, world.records.customers, customer, { delinquent: true }, 'customer.updated');
  }
  if (status !== 'active' && status !== 'past_due' && status !== 'trialing') return;
  if (invoice.next_payment_attempt !== null) {
    saveSubscription(world, subscription, { status: 'past_due' });
  } else if (world.settings.current().dunningEnd === 'unpaid') {
    saveSubscription(world, subscription, { status: 'unpaid' });
  } else {
    endSubscription(world, subscription, { reason: 'payment_failed' });
  }
}
