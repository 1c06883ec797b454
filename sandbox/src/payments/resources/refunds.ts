import { z } from 'zod';
import { ApiError, invalid, missing, missingParam } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { mergeMetadata, metadata, text, whole } from '../api/form.ts';
import { paged } from '../api/lists.ts';
import { planRefund } from '../billing/refused-refunds.ts';
import type { Charge, Open, Refund } from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';
import { ofCharge, ofChargeSchema } from './of-charge.ts';

const newSchema = z.strictObject({
  amount: whole.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const changeSchema = z.strictObject({ metadata: metadata.optional() });
/** `/v1/refunds` */
export function refundEndpoints(world: PaymentsWorld): Endpoint[] {
  const { refunds } = world.records;
  const find = (id: string): Refund => {
    const refund = refunds.get(id);
    if (!refund) throw missing('refund', id);
    return refund;
  };
  return [
    endpoint('POST', '/v1/refunds', 'refund-create', newSchema, (given) => create(world, given)),
    endpoint('GET', '/v1/refunds', 'refund-list', ofChargeSchema, (asked) =>
      paged('/v1/refunds', ofCharge(refunds.all(), asked), asked),
    ),
    endpoint('GET', '/v1/refunds/:id', 'refund-retrieve', z.strictObject({}), (_, id) => find(id)),
    endpoint('POST', '/v1/refunds/:id', 'refund-update', changeSchema, (given, id) => {
      const refund = find(id);
      const changes = { metadata: mergeMetadata(refund.metadata, given.metadata) };
      return change(world, refunds, refund, changes, 'refund.updated');
    }),
  ];
}

/** The charge that is meant: named itself, or the one that succeeded of an intent. */
function chargeOf({ records }: PaymentsWorld, given: z.output<typeof newSchema>): Charge {
  const { charge: chargeId, payment_intent: intentId } = given;
  if (chargeId !== undefined && intentId === undefined) {
    const charge = records.charges.get(chargeId);
    if (!charge) throw missingParam('charge', chargeId, 'charge');
    return charge;
  }
  if (intentId === undefined || chargeId !== undefined) {
    throw invalid(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  if (!records.paymentIntents.get(intentId)) {
    throw missingParam('payment_intent', intentId, 'payment_intent');
  }
  const charge = records.charges.in(intentId).find(({ paid }) => paid);
  if (!charge) {
    throw invalid(
      'payment_intent',
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    );
  }
  return charge;
}

function create(world: PaymentsWorld, given: z.output<typeof newSchema>): Refund {
  const { records } = world;
  const charge = chargeOf(world, given);
  if (!charge.paid) throw invalid('charge', `Charge ${charge.id} has not been paid.`);
  if (records.disputes.in(charge.id).some(({ status }) => status !== 'won')) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new ApiError(400, message, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = given.amount ?? left;
  if (amount < 1) throw invalid('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw invalid('amount', message);
  }
  const testClock = records.customers.get(charge.customer)?.test_clock ?? null;
  const refund = {
    id: newId(world, 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowOf(world, testClock),
    currency: 'brl',
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: given.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Open<Refund>;
  records.refunds.put(refund);
  planRefund(world, refund);
  const refunded = change(world, records.charges, charge, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
    refunds: { ...charge.refunds, data: [refund, ...charge.refunds.data] },
  });
  emit(world, 'refund.created', refund);
  emit(world, 'charge.refunded', refunded, { amount_refunded: charge.amount_refunded });
  return refund;
}
