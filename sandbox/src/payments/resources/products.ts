import { z } from 'zod';
import { missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { clearable, flag, mergeMetadata, metadata, text } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import type { Open, Product } from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';

const newSchema = z.strictObject({
  id: text.optional(),
  name: text,
  active: flag.default(true),
  description: text.optional(),
  metadata: metadata.optional(),
});
const changeSchema = z.strictObject({
  name: text.optional(),
  active: flag.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
});
const listSchema = z.strictObject({
  ...LISTING,
  active: flag.optional(),
  created: createdFilter,
  ids: z.array(text).optional(),
});

/** Makes a product, and tells nobody. */
export function putProduct(world: PaymentsWorld, given: z.output<typeof newSchema>): Product {
  const now = nowOf(world, null);
  const product = {
    id: given.id ?? newId(world, 'prod', 14),
    object: 'product',
    active: given.active,
    created: now,
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  } satisfies Open<Product>;
  world.records.products.put(product);
  return product;
}

/** Makes a product. */
export function makeProduct(world: PaymentsWorld, given: z.output<typeof newSchema>): Product {
  const product = putProduct(world, given);
  emit(world, 'product.created', product);
  return product;
}

/** `/v1/products` */
export function productEndpoints(world: PaymentsWorld): Endpoint[] {
  const { products, prices } = world.records;
  const find = (id: string): Product => {
    const product = products.get(id);
    if (!product) throw missing('product', id);
    return product;
  };
  return [
    endpoint('POST', '/v1/products', 'product-create', newSchema, (given) =>
      makeProduct(world, given),
    ),
    endpoint(
      'GET',
      '/v1/products',
      'product-list',
      listSchema,
      ({ active, created, ids, ...page }) => {
        const found = products
          .all()
          .toReversed()
          .filter(
            (each) =>
              (active === undefined || each.active === active) &&
              (ids === undefined || ids.includes(each.id)) &&
              isWithin(each.created, created),
          );
        return paged('/v1/products', found, page);
      },
    ),
    endpoint('GET', '/v1/products/:id', 'product-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    endpoint('POST', '/v1/products/:id', 'product-update', changeSchema, (given, id) => {
      const product = find(id);
      const changes = {
        name: given.name ?? product.name,
        active: given.active ?? product.active,
        description: given.description === undefined ? product.description : given.description,
        metadata: mergeMetadata(product.metadata, given.metadata),
        updated: nowOf(world, null),
      };
      return change(world, products, product, changes, 'product.updated');
    }),
    endpoint('DELETE', '/v1/products/:id', 'product-delete', z.strictObject({}), (_, id) => {
      const product = find(id);
      if (prices.all().some((price) => price.product === id)) {
        throw missing('product without prices', id);
      }
      products.remove(id);
      emit(world, 'product.deleted', product);
      return { id, object: 'product', deleted: true };
    }),
  ];
}
