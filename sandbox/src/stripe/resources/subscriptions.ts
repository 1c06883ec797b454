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
import { saveSubscription } from '../billing/timers.ts';
import { cancelAtPeriodEnd, cancelNow } from '../billing/cancel.ts';
import { changePlan, moveTrialEnd, type PlanChange } from '../billing/plan-change.ts';
import { payInvoice } from '../billing/invoice-payment.ts';
import { startSubscription } from '../billing/subscription-start.ts';
import { isEnded, getPeriod } from '../billing/statuses.ts';
import type { Price, Subscription } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { findCustomer, findAnyCustomer } from './customers.ts';

const DAY_SECONDS = 86_400;
const cancellation = z.strictObject({
  comment: clearableText.optional(),
  feedback: clearableText.optional(),
});
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
});
const newSchema = z.strictObject({
  customer: text,
  items: z.array(z.strictObject({ price: text, quantity: nonNegativeInteger.default(1) })).min(1),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  trial_period_days: nonNegativeInteger.optional(),
  trial_end: nonNegativeInteger.optional(),
  trial_settings: trialSettings.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  off_session: flag.optional(),
});
const changeSchema = z.strictObject({
  cancel_at: z
    .union([
      z.literal('').transform(() => null),
      z.enum(['min_period_end', 'max_period_end']),
      nonNegativeInteger,
    ])
    .optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellation.optional(),
  default_payment_method: text.optional(),
  description: clearableText.optional(),
  items: z
    .array(
      z.strictObject({
        id: text.optional(),
        price: text.optional(),
        quantity: nonNegativeInteger.optional(),
      }),
    )
    .min(1)
    .optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).optional(),
  payment_behavior: z.enum(['allow_incomplete']).optional(),
  trial_end: z.union([z.literal('now'), nonNegativeInteger]).optional(),
  trial_settings: trialSettings.optional(),
  off_session: flag.optional(),
});
const cancelSchema = z.strictObject({
  cancellation_details: cancellation.optional(),
  invoice_now: flag.default(false),
  prorate: flag.default(false),
});
const listSchema = z.strictObject({
  ...LIST_PARAMS,
  created: createdFilter,
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
  test_clock: text.optional(),
});

/** Returns a price that a subscription can use. */
export function findPrice({ records }: PaymentsContext, id: string, param: string): Price {
  const price = records.prices.get(id);
  if (!price) throw createMissingReferenceError('price', id, param);
  if (!price.active) throw createInvalidParamError(param, `The price specified is inactive: ${id}`);
  if (!price.recurring) {
    throw createInvalidParamError(
      param,
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
    );
  }
  return price;
}

function hasStatus({ status }: Subscription, filter: string | undefined): boolean {
  if (filter === undefined) return status !== 'canceled';
  if (filter === 'all') return true;
  if (filter === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === filter;
}

/** Endpoints `/v1/subscriptions`. */
export function subscriptionEndpoints(context: PaymentsContext): Endpoint[] {
  const { subscriptions } = context.records;
  const path = '/v1/subscriptions';
  const find = (id: string): Subscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw createNotFoundError('subscription', id);
    return subscription;
  };
  /** Of an ended subscription only the description can change. */
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
      const { customer, price, status, created, test_clock: clock } = query;
      if (customer !== undefined) findAnyCustomer(context, customer);
      const all = customer === undefined ? subscriptions.all() : subscriptions.in(customer);
      const found = all
        .toReversed()
        .filter(
          (each) =>
            hasStatus(each, status) &&
            (clock === undefined || each.test_clock === clock) &&
            (price === undefined || each.items.data.some((item) => item.price.id === price)) &&
            matchesCreated(each.created, created),
        );
      return paginate(path, found, query);
    }),
    defineEndpoint('GET', `${path}/:id`, 'subscription-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id`, 'subscription-update', changeSchema, (input, id) =>
      update(context, findOpen(id), input),
    ),
    defineEndpoint('DELETE', `${path}/:id`, 'subscription-cancel', cancelSchema, (input, id) => {
      const { cancellation_details: details = {}, invoice_now: invoiceNow, prorate } = input;
      const { comment = null, feedback = null } = details;
      return cancelNow(context, findOpen(id), { invoiceNow, prorate, comment, feedback });
    }),
  ];
}

function create(context: PaymentsContext, input: z.output<typeof newSchema>): Subscription {
  const customer = findCustomer(context, input.customer);
  const lines = input.items.map(({ price, quantity }, index) => ({
    price: findPrice(context, price, `items[${index}][price]`),
    quantity,
  }));
  const now = getNow(context, customer.test_clock);
  const days = input.trial_period_days;
  const trialEnd = input.trial_end ?? (days ? now + days * DAY_SECONDS : null);
  const method = input.default_payment_method ?? null;
  if (method !== null && context.records.paymentMethods.get(method)?.customer !== customer.id) {
    throw createMissingReferenceError('PaymentMethod', method, 'default_payment_method');
  }
  const { subscription, invoice } = startSubscription(context, {
    customer: customer.id,
    lines,
    trialEnd,
    method,
    metadata: input.metadata ?? {},
    description: input.description ?? null,
    missingPaymentMethod:
      input.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
  });
  if (invoice.status === 'open') payInvoice(context, invoice);
  return context.records.subscriptions.get(subscription.id) ?? subscription;
}

function update(
  context: PaymentsContext,
  previous: Subscription,
  input: z.output<typeof changeSchema>,
): Subscription {
  if (input.cancel_at !== undefined && input.cancel_at_period_end !== undefined) {
    throw createInvalidParamError(
      'cancel_at',
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    );
  }
  const changes = (input.items ?? []).map((requested, index) =>
    toPlanChange(context, previous, requested, index),
  );
  const method = input.default_payment_method;
  if (
    method !== undefined &&
    context.records.paymentMethods.get(method)?.customer !== previous.customer
  ) {
    throw createMissingReferenceError('PaymentMethod', method, 'default_payment_method');
  }
  let current = saveSubscription(context, previous, {
    default_payment_method: method ?? previous.default_payment_method,
    description: input.description === undefined ? previous.description : input.description,
    metadata: mergeMetadata(previous.metadata, input.metadata),
    trial_settings: input.trial_settings ?? previous.trial_settings,
  });
  if (changes.length > 0) {
    current = changePlan(
      context,
      current,
      changes,
      input.proration_behavior ?? 'create_prorations',
    );
  }
  if (input.trial_end !== undefined) current = moveTrialEnd(context, current, input.trial_end);
  return changeCancellation(context, current, input);
}

function changeCancellation(
  context: PaymentsContext,
  subscription: Subscription,
  input: z.output<typeof changeSchema>,
): Subscription {
  const { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details = {} } = input;
  if (subscription.schedule !== null && (atEnd !== undefined || at !== undefined)) {
    throw createInvalidParamError(
      atEnd === undefined ? 'cancel_at' : 'cancel_at_period_end',
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  const { comment = null, feedback = null } = details;
  const cancellationDetails = { comment, feedback };
  if (atEnd !== undefined) {
    return cancelAtPeriodEnd(context, subscription, atEnd ? 'flag' : 'no', cancellationDetails);
  }
  if (at === undefined) return subscription;
  if (at === null) return cancelAtPeriodEnd(context, subscription, 'no', cancellationDetails);
  if (typeof at === 'string')
    return cancelAtPeriodEnd(context, subscription, 'date', cancellationDetails);
  const now = getNow(context, subscription.test_clock);
  if (at <= now)
    throw createInvalidParamError('cancel_at', 'The cancel_at date must be in the future.');
  return saveSubscription(context, subscription, {
    cancel_at: at,
    cancel_at_period_end: at === getPeriod(subscription).end && subscription.cancel_at_period_end,
    canceled_at: now,
    cancellation_details: { ...cancellationDetails, reason: 'cancellation_requested' },
  });
}

type RequestedItem = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
};

function toPlanChange(
  context: PaymentsContext,
  { items }: Subscription,
  requested: RequestedItem,
  index: number,
): PlanChange {
  const item = items.data.find(({ id }) => id === requested.id);
  if (requested.id !== undefined && !item) {
    throw createMissingReferenceError('subscription item', requested.id, `items[${index}][id]`);
  }
  if (!item) {
    throw createInvalidParamError(
      `items[${index}]`,
      'This sandbox keeps one item per subscription: name its id to change it.',
    );
  }
  const price =
    requested.price === undefined
      ? item.price
      : findPrice(context, requested.price, `items[${index}][price]`);
  return { item, price, quantity: requested.quantity ?? item.quantity };
}
