import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { PaymentsContext } from '../context.ts';

const listSchema = z.strictObject({ ...LIST_PARAMS, customer: text });

/** Endpoints `/v1/charges` and `/v1/payment_intents`, whose objects only billing creates. */
export function chargeEndpoints({ records }: PaymentsContext): Endpoint[] {
  const { charges, paymentIntents } = records;
  return [
    defineEndpoint('GET', '/v1/charges', 'charge-list', listSchema, (query) => {
      const found = charges.all().filter(({ customer }) => customer === query.customer);
      return paginate('/v1/charges', found.toReversed(), query);
    }),
    defineEndpoint('GET', '/v1/charges/:id', 'charge-retrieve', z.strictObject({}), (_, id) => {
      const charge = charges.get(id);
      if (!charge) throw createNotFoundError('charge', id);
      return charge;
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
