import { z } from 'zod';
import { invalid, missing, missingParam } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { clearable, flag, mergeMetadata, metadata, text, whole } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import type { Open, Price } from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';
import { makeProduct } from './products.ts';

const newSchema = z.strictObject({
  currency: z.literal('brl'),
  unit_amount: whole,
  product: text.optional(),
  product_data: z
    .strictObject({ name: text, id: text.optional(), metadata: metadata.optional() })
    .optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: whole.default(1),
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
  lookup_key: clearable.optional(),
  transfer_lookup_key: flag.default(false),
  metadata: metadata.optional(),
  nickname: clearable.optional(),
});
const listSchema = z.strictObject({
  ...LISTING,
  active: flag.optional(),
  created: createdFilter,
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  recurring: z.strictObject({ interval: text.optional() }).optional(),
});

/** Makes a price of a product that is there, and tells nobody. */
export function putPrice(
  world: PaymentsWorld,
  given: z.output<typeof newSchema>,
  { id, product }: { id: string; product: string },
): Price {
  const price = {
    id,
    object: 'price',
    active: given.active,
    billing_scheme: 'per_unit',
    created: nowOf(world, null),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior,
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  } satisfies Open<Price>;
  world.records.prices.put(price);
  return price;
}

/** Makes a price, and its product if that is described and not named. */
function makePrice(world: PaymentsWorld, given: z.output<typeof newSchema>): Price {
  freeLookupKey(world, given.lookup_key, given.transfer_lookup_key);
  const product = productOf(world, given);
  const price = putPrice(world, given, { id: newId(world, 'price'), product });
  emit(world, 'price.created', price);
  return price;
}

function productOf(world: PaymentsWorld, given: z.output<typeof newSchema>): string {
  if (given.product_data) return makeProduct(world, { ...given.product_data, active: true }).id;
  const id = given.product;
  if (id === undefined) {
    throw invalid('product', 'Missing required param: product.', 'parameter_missing');
  }
  if (!world.records.products.get(id)) throw missingParam('product', id, 'product');
  return id;
}

/** A lookup key belongs to one price: another one loses it, or keeps it and this call fails. */
function freeLookupKey(world: PaymentsWorld, key: string | null | undefined, take: boolean): void {
  const owner =
    typeof key === 'string' && world.records.prices.all().find((each) => each.lookup_key === key);
  if (!owner) return;
  if (!take) {
    throw invalid(
      'lookup_key',
      `A price (\`${owner.id}\`) already uses that lookup key.`,
      'resource_already_exists',
    );
  }
  change(world, world.records.prices, owner, { lookup_key: null }, 'price.updated');
}

/** `/v1/prices` */
export function priceEndpoints(world: PaymentsWorld): Endpoint[] {
  const { prices } = world.records;
  const find = (id: string): Price => {
    const price = prices.get(id);
    if (!price) throw missing('price', id, 'price');
    return price;
  };
  return [
    endpoint('POST', '/v1/prices', 'price-create', newSchema, (given) => makePrice(world, given)),
    endpoint('GET', '/v1/prices', 'price-list', listSchema, (asked) => {
      const { active, created, currency, lookup_keys: keys, product, type, recurring } = asked;
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
            isWithin(each.created, created),
        );
      return paged('/v1/prices', found, asked);
    }),
    endpoint('GET', '/v1/prices/:id', 'price-retrieve', z.strictObject({}), (_, id) => find(id)),
    endpoint('POST', '/v1/prices/:id', 'price-update', changeSchema, (given, id) => {
      const price = find(id);
      if (given.lookup_key !== price.lookup_key) {
        freeLookupKey(world, given.lookup_key, given.transfer_lookup_key);
      }
      const changes = {
        active: given.active ?? price.active,
        lookup_key: given.lookup_key === undefined ? price.lookup_key : given.lookup_key,
        nickname: given.nickname === undefined ? price.nickname : given.nickname,
        metadata: mergeMetadata(price.metadata, given.metadata),
      };
      return change(world, prices, price, changes, 'price.updated');
    }),
  ];
}
