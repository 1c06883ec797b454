import type { Refund } from '../objects.ts';
import type { PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { failsRefunds } from './cards.ts';

const FAILS_AFTER_SECONDS = 3600;

/** Sets when the bank returns the refund, if the card is one with failing refunds. */
export function setRefundTimer({ records, timeline }: PaymentsContext, refund: Refund): void {
  const card = records.cards.get(refund.payment_method);
  if (!card || !failsRefunds(card.number) || refund.status !== 'succeeded') return;
  timeline.setTimer(refund.id, (refund.created + FAILS_AFTER_SECONDS) * 1000);
}

/** Fails a refund: the amount is back with the merchant, who still owes it. */
export function failRefund(context: PaymentsContext, refund: Refund): void {
  const { charges, refunds } = context.records;
  const failed = updateRecord(context, refunds, refund, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  const charge = charges.get(refund.charge);
  if (charge) {
    updateRecord(context, charges, charge, {
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  }
  emit(context, 'refund.updated', failed, { status: refund.status });
  emit(context, 'charge.refund.updated', failed, { status: refund.status });
  emit(context, 'refund.failed', failed);
}
