import { z } from 'zod';
import { missing, missingParam } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { clearable, integer, mergeMetadata, metadata, text } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import { cancelNow } from '../billing/cancel.ts';
import { isOver } from '../billing/statuses.ts';
import type { Customer, Open } from '../objects.ts';
import { newId, nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';
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
  description: clearable.optional(),
  email: clearable.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable.optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  preferred_locales: z.array(text).optional(),
};
const newSchema = z.strictObject({ ...details, test_clock: text.optional() });
const changeSchema = z.strictObject(details);
const listSchema = z.strictObject({
  ...LISTING,
  created: createdFilter,
  email: text.optional(),
  test_clock: text.optional(),
});
const searchSchema = z.strictObject({ query: text, limit: LISTING.limit, page: text.optional() });

/** Makes a customer. */
export function makeCustomer(world: PaymentsWorld, given: z.output<typeof newSchema>): Customer {
  const { records } = world;
  const clock = given.test_clock ?? null;
  if (clock !== null && !records.clocks.get(clock)) {
    throw missingParam('billingclock', clock, 'test_clock');
  }
  const customer = {
    id: newId(world, 'cus', 14),
    object: 'customer',
    ...bodyOf(world, undefined, given),
    created: nowOf(world, clock),
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: world.ids.digits('', 8),
    livemode: false,
    next_invoice_sequence: 1,
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock,
  } satisfies Open<Customer>;
  records.customers.put(customer);
  emit(world, 'customer.created', customer);
  return customer;
}

/** What can be told of a customer, over what was told before. */
function bodyOf(
  world: PaymentsWorld,
  old: Customer | undefined,
  given: z.output<typeof changeSchema>,
) {
  const method = given.invoice_settings?.default_payment_method;
  if (method && world.records.paymentMethods.get(method)?.customer !== old?.id) {
    const param = 'invoice_settings[default_payment_method]';
    throw missingParam('payment method of this customer', method, param);
  }
  const settings = {
    custom_fields: null,
    default_payment_method: old?.invoice_settings.default_payment_method ?? null,
    footer: null,
    rendering_options: null,
  };
  return {
    address: given.address ?? old?.address ?? null,
    balance: given.balance ?? old?.balance ?? 0,
    description: given.description === undefined ? (old?.description ?? null) : given.description,
    email: given.email === undefined ? (old?.email ?? null) : given.email,
    invoice_settings:
      method === undefined ? settings : { ...settings, default_payment_method: method },
    metadata: mergeMetadata(old?.metadata ?? {}, given.metadata),
    name: given.name === undefined ? (old?.name ?? null) : given.name,
    phone: given.phone === undefined ? (old?.phone ?? null) : given.phone,
    preferred_locales: given.preferred_locales ?? old?.preferred_locales ?? [],
  };
}

/** A customer who is not gone. */
export function findCustomer({ records }: PaymentsWorld, id: string, param = 'customer'): Customer {
  const customer = records.customers.get(id);
  if (!customer || customer.deleted) throw missingParam('customer', id, param);
  return customer;
}

/** A customer, gone or not; whoever never was is missing. */
export function knownCustomer(world: PaymentsWorld, id: string): Customer {
  const customer = world.records.customers.get(id);
  if (!customer) throw missing('customer', id);
  return customer;
}

/** `/v1/customers` */
export function customerEndpoints(world: PaymentsWorld): Endpoint[] {
  const { customers } = world.records;
  const living = (): Customer[] =>
    customers
      .all()
      .toReversed()
      .filter(({ deleted }) => !deleted);
  const find = (id: string): Customer => knownCustomer(world, id);
  const findLiving = (id: string): Customer => {
    const customer = find(id);
    if (customer.deleted) throw missing('customer', id);
    return customer;
  };
  return [
    endpoint('POST', '/v1/customers', 'customer-create', newSchema, (given) =>
      makeCustomer(world, given),
    ),
    endpoint('GET', '/v1/customers', 'customer-list', listSchema, (asked) => {
      const found = living().filter(
        (each) =>
          (asked.email === undefined || each.email === asked.email) &&
          (asked.test_clock ?? null) === each.test_clock &&
          isWithin(each.created, asked.created),
      );
      return paged('/v1/customers', found, asked);
    }),
    endpoint(
      'GET',
      '/v1/customers/search',
      'customer-search',
      searchSchema,
      ({ query, limit, page }) => {
        const clauses = readQuery(query);
        const found = living().filter((each) => matches(each, clauses));
        const { data, has_more } = paged('', found, { limit, starting_after: page });
        const next_page = has_more ? (data.at(-1)?.id ?? null) : null;
        return { object: 'search_result', url: '/v1/customers/search', has_more, data, next_page };
      },
    ),
    endpoint('GET', '/v1/customers/:id', 'customer-retrieve', z.strictObject({}), (_, id) => {
      const customer = find(id);
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
    }),
    endpoint('POST', '/v1/customers/:id', 'customer-update', changeSchema, (given, id) => {
      const customer = findLiving(id);
      return change(world, customers, customer, bodyOf(world, customer, given), 'customer.updated');
    }),
    endpoint('DELETE', '/v1/customers/:id', 'customer-delete', z.strictObject({}), (_, id) => {
      const customer = findLiving(id);
      for (const subscription of world.records.subscriptions.in(id)) {
        if (!isOver(subscription)) cancelNow(world, subscription, {});
      }
      customers.put({ ...customer, deleted: true });
      emit(world, 'customer.deleted', customer);
      return { id, object: 'customer', deleted: true };
    }),
  ];
}
