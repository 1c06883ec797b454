import { z } from 'zod';
import { createMissingReferenceError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text, nonNegativeInteger } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { WithExtras, Metadata, Price } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';

const newSchema = z.strictObject({
  currency: z.literal('brl'),
  product: text,
  recurring: z.strictObject({ interval: z.literal('month') }),
  unit_amount: nonNegativeInteger,
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  active: z.literal('true').optional(),
  lookup_keys: z.array(text).max(10),
});

type NewPrice = {
  id: string;
  product: string;
  unit_amount: number;
  lookup_key: string | null;
  metadata: Metadata;
  tax_behavior: 'inclusive' | 'unspecified';
};

export function savePrice(context: PaymentsContext, input: NewPrice): Price {
  const price = {
    ...input,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: getNow(context),
    currency: 'brl',
    custom_unit_amount: null,
    livemode: false,
    nickname: null,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount_decimal: String(input.unit_amount),
  } satisfies WithExtras<Price>;
  context.records.prices.put(price);
  return price;
}

/** Endpoints `/v1/prices`; every price is monthly and active. */
export function priceEndpoints(context: PaymentsContext): Endpoint[] {
  const { prices, products } = context.records;
  return [
    defineEndpoint('POST', '/v1/prices', 'price-create', newSchema, ({ product, unit_amount }) => {
      if (!products.get(product)) throw createMissingReferenceError('product', product, 'product');
      const price = savePrice(context, {
        id: newId(context, 'price'),
        product,
        unit_amount,
        lookup_key: null,
        metadata: {},
        tax_behavior: 'unspecified',
      });
      emit(context, 'price.created', price);
      return price;
    }),
    defineEndpoint('GET', '/v1/prices', 'price-list', listSchema, (query) => {
      const found = prices
        .all()
        .filter(({ lookup_key: key }) => query.lookup_keys.includes(key ?? ''));
      return paginate('/v1/prices', found.toReversed(), query);
    }),
  ];
}
