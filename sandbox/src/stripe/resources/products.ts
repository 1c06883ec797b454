import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { clearableText, flag, mergeMetadata, metadata, text } from '../api/form.ts';
import { createdFilter, matchesCreated, LIST_PARAMS, paginate } from '../api/lists.ts';
import type { WithExtras, Product } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

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
  description: clearableText.optional(),
  metadata: metadata.optional(),
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  active: flag.optional(),
  created: createdFilter,
  ids: z.array(text).optional(),
});

/** Creates a product without sending an event. */
export function saveProduct(context: PaymentsContext, input: z.output<typeof newSchema>): Product {
  const now = getNow(context, null);
  const product = {
    id: input.id ?? newId(context, 'prod', 14),
    object: 'product',
    active: input.active,
    created: now,
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  } satisfies WithExtras<Product>;
  context.records.products.put(product);
  return product;
}

/** Creates a product. */
export function createProduct(
  context: PaymentsContext,
  input: z.output<typeof newSchema>,
): Product {
  const product = saveProduct(context, input);
  emit(context, 'product.created', product);
  return product;
}

/** Endpoints `/v1/products`. */
export function productEndpoints(context: PaymentsContext): Endpoint[] {
  const { products, prices } = context.records;
  const find = (id: string): Product => {
    const product = products.get(id);
    if (!product) throw createNotFoundError('product', id);
    return product;
  };
  return [
    defineEndpoint('POST', '/v1/products', 'product-create', newSchema, (input) =>
      createProduct(context, input),
    ),
    defineEndpoint(
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
              matchesCreated(each.created, created),
          );
        return paginate('/v1/products', found, page);
      },
    ),
    defineEndpoint('GET', '/v1/products/:id', 'product-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', '/v1/products/:id', 'product-update', changeSchema, (input, id) => {
      const product = find(id);
      const changes = {
        name: input.name ?? product.name,
        active: input.active ?? product.active,
        description: input.description === undefined ? product.description : input.description,
        metadata: mergeMetadata(product.metadata, input.metadata),
        updated: getNow(context, null),
      };
      return updateRecord(context, products, product, changes, 'product.updated');
    }),
    defineEndpoint('DELETE', '/v1/products/:id', 'product-delete', z.strictObject({}), (_, id) => {
      const product = find(id);
      if (prices.all().some((price) => price.product === id)) {
        throw createNotFoundError('product without prices', id);
      }
      products.remove(id);
      emit(context, 'product.deleted', product);
      return { id, object: 'product', deleted: true };
    }),
  ];
}
