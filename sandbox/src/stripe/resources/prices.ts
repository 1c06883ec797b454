import { z } from 'zod';
import {
  createInvalidParamError,
  createNotFoundError,
  createMissingReferenceError,
} from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import {
  clearableText,
  flag,
  mergeMetadata,
  metadata,
  text,
  nonNegativeInteger,
} from '../api/form.ts';
import { createdFilter, matchesCreated, LIST_PARAMS, paginate } from '../api/lists.ts';
import type { WithExtras, Price } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { createProduct } from './products.ts';

const newSchema = z.strictObject({
  currency: z.literal('brl'),
  unit_amount: nonNegativeInteger,
  product: text.optional(),
  product_data: z
    .strictObject({ name: text, id: text.optional(), metadata: metadata.optional() })
    .optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: nonNegativeInteger.default(1),
      usage_type: z.literal('licensed').optional(),
    })
    .optional(),
  active: flag.default(true),
  lookup_key: text.optional(),
  transfer_lookup_key: flag.default(false),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).default('unspecified'),
  billing_scheme: z.literal('per_unit').optional(),
});
const changeSchema = z.strictObject({
  active: flag.optional(),
  lookup_key: clearableText.optional(),
  transfer_lookup_key: flag.default(false),
  metadata: metadata.optional(),
  nickname: clearableText.optional(),
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  active: flag.optional(),
  created: createdFilter,
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  recurring: z.strictObject({ interval: text.optional() }).optional(),
});

/** Creates a price of an existing product without sending an event. */
export function savePrice(
  context: PaymentsContext,
  input: z.output<typeof newSchema>,
  { id, product }: { id: string; product: string },
): Price {
  const price = {
    id,
    object: 'price',
    active: input.active,
    billing_scheme: 'per_unit',
    created: getNow(context, null),
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior,
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount),
  } satisfies WithExtras<Price>;
  context.records.prices.put(price);
  return price;
}

function createPrice(context: PaymentsContext, input: z.output<typeof newSchema>): Price {
  freeLookupKey(context, input.lookup_key, input.transfer_lookup_key);
  const product = resolveProduct(context, input);
  const price = savePrice(context, input, { id: newId(context, 'price'), product });
  emit(context, 'price.created', price);
  return price;
}

function resolveProduct(context: PaymentsContext, input: z.output<typeof newSchema>): string {
  if (input.product_data) return createProduct(context, { ...input.product_data, active: true }).id;
  const id = input.product;
  if (id === undefined) {
    throw createInvalidParamError(
      'product',
      'Missing required param: product.',
      'parameter_missing',
    );
  }
  if (!context.records.products.get(id))
    throw createMissingReferenceError('product', id, 'product');
  return id;
}

/** A lookup key belongs to one price: the key is transferred from another price, or the call fails. */
function freeLookupKey(
  context: PaymentsContext,
  key: string | null | undefined,
  isTransfer: boolean,
): void {
  const owner =
    typeof key === 'string' && context.records.prices.all().find((each) => each.lookup_key === key);
  if (!owner) return;
  if (!isTransfer) {
    throw createInvalidParamError(
      'lookup_key',
      `A price (\`${owner.id}\`) already uses that lookup key.`,
      'resource_already_exists',
    );
  }
  updateRecord(context, context.records.prices, owner, { lookup_key: null }, 'price.updated');
}

/** Endpoints `/v1/prices`. */
export function priceEndpoints(context: PaymentsContext): Endpoint[] {
  const { prices } = context.records;
  const find = (id: string): Price => {
    const price = prices.get(id);
    if (!price) throw createNotFoundError('price', id, 'price');
    return price;
  };
  return [
    defineEndpoint('POST', '/v1/prices', 'price-create', newSchema, (input) =>
      createPrice(context, input),
    ),
    defineEndpoint('GET', '/v1/prices', 'price-list', listSchema, (query) => {
      const { active, created, currency, lookup_keys: keys, product, type, recurring } = query;
      const found = prices
        .all()
        .toReversed()
        .filter(
          (each) =>
            (active === undefined || each.active === active) &&
            (currency === undefined || each.currency === currency) &&
            (keys === undefined || keys.includes(each.lookup_key ?? '')) &&
            (product === undefined || each.product === product) &&
            (type === undefined || (type === 'recurring') === (each.recurring !== null)) &&
            (!recurring?.interval || each.recurring?.interval === recurring.interval) &&
            matchesCreated(each.created, created),
        );
      return paginate('/v1/prices', found, query);
    }),
    defineEndpoint('GET', '/v1/prices/:id', 'price-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', '/v1/prices/:id', 'price-update', changeSchema, (input, id) => {
      const price = find(id);
      if (input.lookup_key !== price.lookup_key) {
        freeLookupKey(context, input.lookup_key, input.transfer_lookup_key);
      }
      const changes = {
        active: input.active ?? price.active,
        lookup_key: input.lookup_key === undefined ? price.lookup_key : input.lookup_key,
        nickname: input.nickname === undefined ? price.nickname : input.nickname,
        metadata: mergeMetadata(price.metadata, input.metadata),
      };
      return updateRecord(context, prices, price, changes, 'price.updated');
    }),
  ];
}
