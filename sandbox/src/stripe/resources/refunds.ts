import { z } from 'zod';
import {
  ApiError,
  createInvalidParamError,
  createNotFoundError,
  createMissingReferenceError,
} from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text, nonNegativeInteger } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { setRefundTimer } from '../billing/failed-refunds.ts';
import type { Charge, WithExtras, Refund } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const newSchema = z.strictObject({
  amount: nonNegativeInteger.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const listSchema = z.strictObject({ ...LIST_PARAMS, charge: text });

export function refundEndpoints(context: PaymentsContext): Endpoint[] {
  const { refunds } = context.records;
  return [
    defineEndpoint('POST', '/v1/refunds', 'refund-create', newSchema, (input) =>
      create(context, input),
    ),
    defineEndpoint('GET', '/v1/refunds', 'refund-list', listSchema, (query) =>
      paginate('/v1/refunds', refunds.in(query.charge).toReversed(), query),
    ),
    defineEndpoint('GET', '/v1/refunds/:id', 'refund-retrieve', z.strictObject({}), (_, id) => {
      const refund = refunds.get(id);
      if (!refund) throw createNotFoundError('refund', id);
      return refund;
    }),
  ];
}

/** Returns the named charge, or the one that succeeded of a payment intent. */
function findCharge({ records }: PaymentsContext, input: z.output<typeof newSchema>): Charge {
  const { charge: chargeId, payment_intent: intentId } = input;
  if (chargeId !== undefined && intentId === undefined) {
    const charge = records.charges.get(chargeId);
    if (!charge) throw createMissingReferenceError('charge', chargeId, 'charge');
    return charge;
  }
  if (intentId === undefined || chargeId !== undefined) {
    throw createInvalidParamError(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  if (!records.paymentIntents.get(intentId)) {
    throw createMissingReferenceError('payment_intent', intentId, 'payment_intent');
  }
  const charge = records.charges.in(intentId).find(({ paid }) => paid);
  if (!charge) {
    throw createInvalidParamError(
      'payment_intent',
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    );
  }
  return charge;
}

function create(context: PaymentsContext, input: z.output<typeof newSchema>): Refund {
  const { records } = context;
  const charge = findCharge(context, input);
  if (!charge.paid)
    throw createInvalidParamError('charge', `Charge ${charge.id} has not been paid.`);
  if (records.disputes.in(charge.id).some(({ status }) => status !== 'won')) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new ApiError(400, message, { code: 'charge_disputed' });
  }
  const refundable = charge.amount - charge.amount_refunded;
  if (refundable === 0) {
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = input.amount ?? refundable;
  if (amount < 1)
    throw createInvalidParamError(
      'amount',
      'Invalid positive integer',
      'parameter_invalid_integer',
    );
  if (amount > refundable) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`;
    throw createInvalidParamError('amount', message);
  }
  const refund = {
    id: newId(context, 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: getNow(context),
    currency: 'brl',
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies WithExtras<Refund>;
  records.refunds.put(refund);
  setRefundTimer(context, refund);
  const refunded = updateRecord(context, records.charges, charge, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === refundable,
    refunds: { ...charge.refunds, data: [refund, ...charge.refunds.data] },
  });
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', refunded, { amount_refunded: charge.amount_refunded });
  return refund;
}
