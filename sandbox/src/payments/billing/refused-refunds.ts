import type { Refund } from '../objects.ts';
import type { PaymentsWorld } from '../world.ts';
import { change, emit, testClockOf } from '../webhooks/emit.ts';
import { refusesRefunds } from './cards.ts';

const REFUSED_AFTER_SECONDS = 3600;

/** Sets when a bank sends the money again, where it is one that does. */
export function planRefund(world: PaymentsWorld, refund: Refund): void {
  const { records, timeline } = world;
  const card = records.cards.get(refund.payment_method);
  if (!card || !refusesRefunds(card.number) || refund.status !== 'succeeded') return;
  const at = (refund.created + REFUSED_AFTER_SECONDS) * 1000;
  timeline.plan(refund.id, at, testClockOf(world, refund));
}

/** The money is back with the seller, who owes it still. */
export function refuseRefund(world: PaymentsWorld, refund: Refund): void {
  const { charges, refunds } = world.records;
  const failed = change(world, refunds, refund, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  const charge = charges.get(refund.charge);
  if (charge) {
    change(world, charges, charge, {
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  }
  emit(world, 'refund.updated', failed, { status: refund.status });
  emit(world, 'charge.refund.updated', failed, { status: refund.status });
  emit(world, 'refund.failed', failed);
}
