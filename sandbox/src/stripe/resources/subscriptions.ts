import { z } from 'zod';
import {
  createInvalidParamError,
  createNotFoundError,
  createMissingReferenceError,
} from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { flag, text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { saveSubscription } from '../billing/timers.ts';
import { changePlan, endTrial } from '../billing/plan-change.ts';
import { payInvoice } from '../billing/invoice-payment.ts';
import { startSubscription } from '../billing/subscription-start.ts';
import { cancelAtPeriodEnd, endSubscription } from '../billing/subscription-end.ts';
import { isEnded } from '../billing/statuses.ts';
import type { Price, Subscription } from '../objects.ts';
import type { PaymentsContext } from '../context.ts';
import { findCustomer, findAnyCustomer } from './customers.ts';

// A subscription has one item.
const newSchema = z.strictObject({
  customer: text,
  items: z.tuple([z.strictObject({ price: text })]),
  default_payment_method: text,
});
const changeSchema = z.strictObject({
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  items: z.tuple([z.strictObject({ id: text, price: text })]).optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).optional(),
  trial_end: z.literal('now').optional(),
});
const cancelSchema = z.strictObject({
  invoice_now: z.literal('false').optional(),
  prorate: z.literal('false').optional(),
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  customer: text.optional(),
  status: z.enum(['active', 'all']).optional(),
});

export function findPrice({ records }: PaymentsContext, id: string, param: string): Price {
  const price = records.prices.get(id);
  if (!price) throw createMissingReferenceError('price', id, param);
  return price;
}

function hasStatus({ status }: Subscription, filter: 'active' | 'all' | undefined): boolean {
  if (filter === undefined) return status !== 'canceled';
  return filter === 'all' || status === filter;
}

export function subscriptionEndpoints(context: PaymentsContext): Endpoint[] {
  const { subscriptions } = context.records;
  const path = '/v1/subscriptions';
  const find = (id: string): Subscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw createNotFoundError('subscription', id);
    return subscription;
  };
  /** An ended subscription cannot change. */
  const findOpen = (id: string): Subscription => {
    const subscription = find(id);
    if (isEnded(subscription)) throw createNotFoundError('subscription', id);
    return subscription;
  };
  return [
    defineEndpoint('POST', path, 'subscription-create', newSchema, (input) =>
      create(context, input),
    ),
    defineEndpoint('GET', path, 'subscription-list', listSchema, (query) => {
      const { customer, status } = query;
      if (customer !== undefined) findAnyCustomer(context, customer);
      const all = customer === undefined ? subscriptions.all() : subscriptions.in(customer);
      const found = all.filter((each) => hasStatus(each, status));
      return paginate(path, found.toReversed(), query);
    }),
    defineEndpoint('GET', `${path}/:id`, 'subscription-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id`, 'subscription-update', changeSchema, (input, id) =>
      update(context, findOpen(id), input),
    ),
    defineEndpoint('DELETE', `${path}/:id`, 'subscription-cancel', cancelSchema, (_, id) =>
      endSubscription(context, findOpen(id), 'cancellation_requested'),
    ),
  ];
}

function checkMethod({ records }: PaymentsContext, method: string, customer: string): void {
  if (records.paymentMethods.get(method)?.customer === customer) return;
  throw createMissingReferenceError('PaymentMethod', method, 'default_payment_method');
}

function create(
  context: PaymentsContext,
  { items: [item], default_payment_method: method, ...input }: z.output<typeof newSchema>,
): Subscription {
  const customer = findCustomer(context, input.customer).id;
  checkMethod(context, method, customer);
  const { subscription, invoice } = startSubscription(context, {
    customer,
    price: findPrice(context, item.price, 'items[0][price]'),
    trialEnd: null,
    method,
    metadata: {},
  });
  if (invoice.status === 'open') payInvoice(context, invoice);
  return context.records.subscriptions.get(subscription.id) ?? subscription;
}

function update(
  context: PaymentsContext,
  subscription: Subscription,
  input: z.output<typeof changeSchema>,
): Subscription {
  const { cancel_at_period_end: isEnding, default_payment_method: method, items } = input;
  const { proration_behavior: proration = 'create_prorations', trial_end: trialEnd } = input;
  let current = subscription;
  if (method !== undefined) {
    checkMethod(context, method, subscription.customer);
    current = saveSubscription(context, current, { default_payment_method: method });
  }
  if (items) {
    const [{ id, price }] = items;
    if (id !== subscription.items.data[0].id) {
      throw createMissingReferenceError('subscription item', id, 'items[0][id]');
    }
    current = changePlan(context, current, findPrice(context, price, 'items[0][price]'), proration);
  }
  if (trialEnd !== undefined) current = endTrial(context, current);
  if (isEnding === undefined) return current;
  if (current.schedule !== null) {
    throw createInvalidParamError(
      'cancel_at_period_end',
      `The subscription is managed by the subscription schedule \`${current.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  return cancelAtPeriodEnd(context, current, isEnding ? 'flag' : 'no');
}
