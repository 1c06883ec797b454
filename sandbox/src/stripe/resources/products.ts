import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import type { WithExtras, Product } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';

/** Creates a product without sending an event. */
export function saveProduct(context: PaymentsContext, id: string, name: string): Product {
  const now = getNow(context);
  const product = {
    id,
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  } satisfies WithExtras<Product>;
  context.records.products.put(product);
  return product;
}

export function productEndpoints(context: PaymentsContext): Endpoint[] {
  const schema = z.strictObject({ name: text });
  return [
    defineEndpoint('POST', '/v1/products', 'product-create', schema, ({ name }) => {
      const product = saveProduct(context, newId(context, 'prod', 14), name);
      emit(context, 'product.created', product);
      return product;
    }),
  ];
}
