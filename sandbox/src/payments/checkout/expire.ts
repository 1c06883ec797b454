import { planCheckout } from '../billing/agenda.ts';
import type { CheckoutSession } from '../sessions.ts';
import type { PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';

/** Closes a session that nobody paid. */
export function expireCheckout(world: PaymentsWorld, session: CheckoutSession): CheckoutSession {
  const expired = change(world, world.records.checkouts, session, { status: 'expired', url: null });
  planCheckout(world, expired);
  emit(world, 'checkout.session.expired', expired);
  return expired;
}
