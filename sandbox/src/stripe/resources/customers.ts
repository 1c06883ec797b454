import { z } from 'zod';
import { createNotFoundError, createMissingReferenceError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { clearableText, integer, mergeMetadata, metadata, text } from '../api/form.ts';
import { createdFilter, matchesCreated, LIST_PARAMS, paginate } from '../api/lists.ts';
import { cancelNow } from '../billing/cancel.ts';
import { isEnded } from '../billing/statuses.ts';
import type { Customer, WithExtras } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { matches, readQuery } from './search.ts';

const addressPart = z.string().nullable().default(null);
const details = {
  address: z
    .strictObject({
      city: addressPart,
      country: addressPart,
      line1: addressPart,
      line2: addressPart,
      postal_code: addressPart,
      state: addressPart,
    })
    .optional(),
  balance: integer.optional(),
  description: clearableText.optional(),
  email: clearableText.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearableText.optional() }).optional(),
  metadata: metadata.optional(),
  name: clearableText.optional(),
  phone: clearableText.optional(),
  preferred_locales: z.array(text).optional(),
};
const newSchema = z.strictObject({ ...details, test_clock: text.optional() });
const changeSchema = z.strictObject(details);
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  created: createdFilter,
  email: text.optional(),
  test_clock: text.optional(),
});
const searchSchema = z.strictObject({
  query: text,
  limit: LIST_PARAMS.limit,
  page: text.optional(),
});

/** Creates a customer. */
export function createCustomer(
  context: PaymentsContext,
  input: z.output<typeof newSchema>,
): Customer {
  const { records } = context;
  const clock = input.test_clock ?? null;
  if (clock !== null && !records.clocks.get(clock)) {
    throw createMissingReferenceError('billingclock', clock, 'test_clock');
  }
  const customer = {
    id: newId(context, 'cus', 14),
    object: 'customer',
    ...mergeCustomerDetails(context, undefined, input),
    created: getNow(context, clock),
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: context.ids.digits('', 8),
    livemode: false,
    next_invoice_sequence: 1,
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock,
  } satisfies WithExtras<Customer>;
  records.customers.put(customer);
  emit(context, 'customer.created', customer);
  return customer;
}

function mergeCustomerDetails(
  context: PaymentsContext,
  old: Customer | undefined,
  input: z.output<typeof changeSchema>,
) {
  const method = input.invoice_settings?.default_payment_method;
  if (method && context.records.paymentMethods.get(method)?.customer !== old?.id) {
    const param = 'invoice_settings[default_payment_method]';
    throw createMissingReferenceError('payment method of this customer', method, param);
  }
  const settings = {
    custom_fields: null,
    default_payment_method: old?.invoice_settings.default_payment_method ?? null,
    footer: null,
    rendering_options: null,
  };
  return {
    address: input.address ?? old?.address ?? null,
    balance: input.balance ?? old?.balance ?? 0,
    description: input.description === undefined ? (old?.description ?? null) : input.description,
    email: input.email === undefined ? (old?.email ?? null) : input.email,
    invoice_settings:
      method === undefined ? settings : { ...settings, default_payment_method: method },
    metadata: mergeMetadata(old?.metadata ?? {}, input.metadata),
    name: input.name === undefined ? (old?.name ?? null) : input.name,
    phone: input.phone === undefined ? (old?.phone ?? null) : input.phone,
    preferred_locales: input.preferred_locales ?? old?.preferred_locales ?? [],
  };
}

/** Returns a customer who is not deleted. */
export function findCustomer(
  { records }: PaymentsContext,
  id: string,
  param = 'customer',
): Customer {
  const customer = records.customers.get(id);
  if (!customer || customer.deleted) throw createMissingReferenceError('customer', id, param);
  return customer;
}

/**
 * Returns a customer, deleted or not.
 * @throws ApiError for an unknown id
 */
export function findAnyCustomer(context: PaymentsContext, id: string): Customer {
  const customer = context.records.customers.get(id);
  if (!customer) throw createNotFoundError('customer', id);
  return customer;
}

/** Endpoints `/v1/customers`. */
export function customerEndpoints(context: PaymentsContext): Endpoint[] {
  const { customers } = context.records;
  const listActive = (): Customer[] =>
    customers
      .all()
      .toReversed()
      .filter(({ deleted }) => !deleted);
  const find = (id: string): Customer => findAnyCustomer(context, id);
  const findActive = (id: string): Customer => {
    const customer = find(id);
    if (customer.deleted) throw createNotFoundError('customer', id);
    return customer;
  };
  return [
    defineEndpoint('POST', '/v1/customers', 'customer-create', newSchema, (input) =>
      createCustomer(context, input),
    ),
    defineEndpoint('GET', '/v1/customers', 'customer-list', listSchema, (filter) => {
      const found = listActive().filter(
        (each) =>
          (filter.email === undefined || each.email === filter.email) &&
          (filter.test_clock ?? null) === each.test_clock &&
          matchesCreated(each.created, filter.created),
      );
      return paginate('/v1/customers', found, filter);
    }),
    defineEndpoint(
      'GET',
      '/v1/customers/search',
      'customer-search',
      searchSchema,
      ({ query, limit, page }) => {
        const clauses = readQuery(query);
        const found = listActive().filter((each) => matches(each, clauses));
        const { data, has_more } = paginate('', found, { limit, starting_after: page });
        const next_page = has_more ? (data.at(-1)?.id ?? null) : null;
        return { object: 'search_result', url: '/v1/customers/search', has_more, data, next_page };
      },
    ),
    defineEndpoint('GET', '/v1/customers/:id', 'customer-retrieve', z.strictObject({}), (_, id) => {
      const customer = find(id);
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
    }),
    defineEndpoint('POST', '/v1/customers/:id', 'customer-update', changeSchema, (input, id) => {
      const customer = findActive(id);
      return updateRecord(
        context,
        customers,
        customer,
        mergeCustomerDetails(context, customer, input),
        'customer.updated',
      );
    }),
    defineEndpoint(
      'DELETE',
      '/v1/customers/:id',
      'customer-delete',
      z.strictObject({}),
      (_, id) => {
        const customer = findActive(id);
        for (const subscription of context.records.subscriptions.in(id)) {
          if (!isEnded(subscription)) cancelNow(context, subscription, {});
        }
        customers.put({ ...customer, deleted: true });
        emit(context, 'customer.deleted', customer);
        return { id, object: 'customer', deleted: true };
      },
    ),
  ];
}
