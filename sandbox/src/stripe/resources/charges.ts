import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { createdFilter, matchesCreated, LIST_PARAMS, paginate } from '../api/lists.ts';
import type { PaymentsContext } from '../context.ts';

const listSchema = z.strictObject({
  ...LIST_PARAMS,
  created: createdFilter,
  customer: text.optional(),
});
const chargesSchema = listSchema.extend({ payment_intent: text.optional() });

/** Endpoints `/v1/charges` and `/v1/payment_intents`, whose objects only billing creates. */
export function chargeEndpoints({ records }: PaymentsContext): Endpoint[] {
  const { charges, paymentIntents } = records;
  return [
    defineEndpoint('GET', '/v1/charges', 'charge-list', chargesSchema, (query) => {
      const { customer, payment_intent: intent, created } = query;
      const found = charges
        .all()
        .toReversed()
        .filter(
          (each) =>
            (customer === undefined || each.customer === customer) &&
            (intent === undefined || each.payment_intent === intent) &&
            matchesCreated(each.created, created),
        );
      return paginate('/v1/charges', found, query);
    }),
    defineEndpoint('GET', '/v1/charges/:id', 'charge-retrieve', z.strictObject({}), (_, id) => {
      const charge = charges.get(id);
      if (!charge) throw createNotFoundError('charge', id);
      return charge;
    }),
    defineEndpoint('GET', '/v1/payment_intents', 'payment-intent-list', listSchema, (query) => {
      const { customer, created } = query;
      const all = customer === undefined ? paymentIntents.all() : paymentIntents.in(customer);
      const found = all.toReversed().filter((each) => matchesCreated(each.created, created));
      return paginate('/v1/payment_intents', found, query);
    }),
    defineEndpoint(
      'GET',
      '/v1/payment_intents/:id',
      'payment-intent-retrieve',
      z.strictObject({}),
      (_, id) => {
        const intent = paymentIntents.get(id);
        if (!intent) throw createNotFoundError('payment_intent', id, 'intent');
        return intent;
      },
    ),
  ];
}
