import { z } from 'zod';
import { createNotFoundError, createMissingReferenceError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { metadata, text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { isEnded } from '../billing/statuses.ts';
import { endSubscription } from '../billing/subscription-end.ts';
import type { Customer, WithExtras } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const newSchema = z.strictObject({
  email: text.optional(),
  metadata: metadata.optional(),
  preferred_locales: z.array(text).optional(),
});
const changeSchema = z.strictObject({ email: text.optional() });
const listSchema = z.strictObject({ ...LIST_PARAMS, email: text.optional() });

function create(context: PaymentsContext, input: z.output<typeof newSchema>): Customer {
  const customer = {
    id: newId(context, 'cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: getNow(context),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: context.ids.digits('', 8),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: input.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  } satisfies WithExtras<Customer>;
  context.records.customers.put(customer);
  emit(context, 'customer.created', customer);
  return customer;
}

export function findCustomer({ records }: PaymentsContext, id: string): Customer {
  const customer = records.customers.get(id);
  if (!customer || customer.deleted) throw createMissingReferenceError('customer', id, 'customer');
  return customer;
}

/** @throws ApiError for an unknown id; a deleted customer is known */
export function findAnyCustomer(context: PaymentsContext, id: string): Customer {
  const customer = context.records.customers.get(id);
  if (!customer) throw createNotFoundError('customer', id);
  return customer;
}

export function customerEndpoints(context: PaymentsContext): Endpoint[] {
  const { customers } = context.records;
  const findActive = (id: string): Customer => {
    const customer = findAnyCustomer(context, id);
    if (customer.deleted) throw createNotFoundError('customer', id);
    return customer;
  };
  return [
    defineEndpoint('POST', '/v1/customers', 'customer-create', newSchema, (input) =>
      create(context, input),
    ),
    defineEndpoint('GET', '/v1/customers', 'customer-list', listSchema, (query) => {
      const found = customers
        .all()
        .filter(
          ({ deleted, email }) => !deleted && (query.email === undefined || email === query.email),
        );
      return paginate('/v1/customers', found.toReversed(), query);
    }),
    defineEndpoint('GET', '/v1/customers/:id', 'customer-retrieve', z.strictObject({}), (_, id) => {
      const customer = findAnyCustomer(context, id);
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
    }),
    defineEndpoint('POST', '/v1/customers/:id', 'customer-update', changeSchema, (input, id) => {
      const customer = findActive(id);
      const changes = { email: input.email ?? customer.email };
      return updateRecord(context, customers, customer, changes, 'customer.updated');
    }),
    defineEndpoint(
      'DELETE',
      '/v1/customers/:id',
      'customer-delete',
      z.strictObject({}),
      (_, id) => {
        const customer = findActive(id);
        for (const subscription of context.records.subscriptions.in(id)) {
          if (!isEnded(subscription)) {
            endSubscription(context, subscription, 'cancellation_requested');
          }
        }
        customers.put({ ...customer, deleted: true });
        emit(context, 'customer.deleted', customer);
        return { id, object: 'customer', deleted: true };
      },
    ),
  ];
}
