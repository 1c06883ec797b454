import { z } from 'zod';
import { missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import type { PaymentsWorld } from '../world.ts';

const listSchema = z.strictObject({
  ...LISTING,
  created: createdFilter,
  customer: text.optional(),
});
const chargesSchema = listSchema.extend({ payment_intent: text.optional() });

/** `/v1/charges` and `/v1/payment_intents`, which only billing makes here. */
export function chargeEndpoints({ records }: PaymentsWorld): Endpoint[] {
  const { charges, paymentIntents } = records;
  return [
    endpoint('GET', '/v1/charges', 'charge-list', chargesSchema, (asked) => {
      const { customer, payment_intent: intent, created } = asked;
      const found = charges
        .all()
        .toReversed()
        .filter(
          (each) =>
            (customer === undefined || each.customer === customer) &&
            (intent === undefined || each.payment_intent === intent) &&
            isWithin(each.created, created),
        );
      return paged('/v1/charges', found, asked);
    }),
    endpoint('GET', '/v1/charges/:id', 'charge-retrieve', z.strictObject({}), (_, id) => {
      const charge = charges.get(id);
      if (!charge) throw missing('charge', id);
      return charge;
    }),
    endpoint('GET', '/v1/payment_intents', 'payment-intent-list', listSchema, (asked) => {
      const { customer, created } = asked;
      const all = customer === undefined ? paymentIntents.all() : paymentIntents.in(customer);
      const found = all.toReversed().filter((each) => isWithin(each.created, created));
      return paged('/v1/payment_intents', found, asked);
    }),
    endpoint(
      'GET',
      '/v1/payment_intents/:id',
      'payment-intent-retrieve',
      z.strictObject({}),
      (_, id) => {
        const intent = paymentIntents.get(id);
        if (!intent) throw missing('payment_intent', id, 'intent');
        return intent;
      },
    ),
  ];
}
