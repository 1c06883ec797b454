import { z } from 'zod';
import { invalid, missing, missingParam } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { clearable, flag, mergeMetadata, metadata, text, whole } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import { saveSubscription } from '../billing/agenda.ts';
import { cancelAtPeriodEnd, cancelNow } from '../billing/cancel.ts';
import { changePlan, moveTrialEnd, type PlanChange } from '../billing/changing.ts';
import { payInvoice } from '../billing/charging.ts';
import { startSubscription } from '../billing/starting.ts';
import { isOver, periodOf } from '../billing/statuses.ts';
import type { Price, Subscription } from '../objects.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import { findCustomer, knownCustomer } from './customers.ts';

const DAY_SECONDS = 86_400;
const cancellation = z.strictObject({
  comment: clearable.optional(),
  feedback: clearable.optional(),
});
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
});
const newSchema = z.strictObject({
  customer: text,
  items: z.array(z.strictObject({ price: text, quantity: whole.default(1) })).min(1),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  trial_period_days: whole.optional(),
  trial_end: whole.optional(),
  trial_settings: trialSettings.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  off_session: flag.optional(),
});
const changeSchema = z.strictObject({
  cancel_at: z
    .union([
      z.literal('').transform(() => null),
      z.enum(['min_period_end', 'max_period_end']),
      whole,
    ])
    .optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellation.optional(),
  default_payment_method: text.optional(),
  description: clearable.optional(),
  items: z
    .array(
      z.strictObject({
        id: text.optional(),
        price: text.optional(),
        quantity: whole.optional(),
      }),
    )
    .min(1)
    .optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).optional(),
  payment_behavior: z.enum(['allow_incomplete']).optional(),
  trial_end: z.union([z.literal('now'), whole]).optional(),
  trial_settings: trialSettings.optional(),
  off_session: flag.optional(),
});
const cancelSchema = z.strictObject({
  cancellation_details: cancellation.optional(),
  invoice_now: flag.default(false),
  prorate: flag.default(false),
});
const listSchema = z.strictObject({
  ...LISTING,
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

/** A price that a subscription can be for. */
export function findPrice({ records }: PaymentsWorld, id: string, param: string): Price {
  const price = records.prices.get(id);
  if (!price) throw missingParam('price', id, param);
  if (!price.active) throw invalid(param, `The price specified is inactive: ${id}`);
  if (!price.recurring) {
    throw invalid(
      param,
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
    );
  }
  return price;
}

function hasStatus({ status }: Subscription, asked: string | undefined): boolean {
  if (asked === undefined) return status !== 'canceled';
  if (asked === 'all') return true;
  if (asked === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === asked;
}

/** `/v1/subscriptions` */
export function subscriptionEndpoints(world: PaymentsWorld): Endpoint[] {
  const { subscriptions } = world.records;
  const path = '/v1/subscriptions';
  const find = (id: string): Subscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw missing('subscription', id);
    return subscription;
  };
  /** Of what is over only the description can change. */
  const findOpen = (id: string): Subscription => {
    const subscription = find(id);
    if (isOver(subscription)) throw missing('subscription', id);
    return subscription;
  };
  return [
    endpoint('POST', path, 'subscription-create', newSchema, (given) => create(world, given)),
    endpoint('GET', path, 'subscription-list', listSchema, (asked) => {
      const { customer, price, status, created, test_clock: clock } = asked;
      if (customer !== undefined) knownCustomer(world, customer);
      const all = customer === undefined ? subscriptions.all() : subscriptions.in(customer);
      const found = all
        .toReversed()
        .filter(
          (each) =>
            hasStatus(each, status) &&
            (clock === undefined || each.test_clock === clock) &&
            (price === undefined || each.items.data.some((item) => item.price.id === price)) &&
            isWithin(each.created, created),
        );
      return paged(path, found, asked);
    }),
    endpoint('GET', `${path}/:id`, 'subscription-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    endpoint('POST', `${path}/:id`, 'subscription-update', changeSchema, (given, id) =>
      update(world, findOpen(id), given),
    ),
    endpoint('DELETE', `${path}/:id`, 'subscription-cancel', cancelSchema, (given, id) => {
      const { cancellation_details: details = {}, invoice_now: invoiceNow, prorate } = given;
      const { comment = null, feedback = null } = details;
      return cancelNow(world, findOpen(id), { invoiceNow, prorate, comment, feedback });
    }),
  ];
}

function create(world: PaymentsWorld, given: z.output<typeof newSchema>): Subscription {
  const customer = findCustomer(world, given.customer);
  const lines = given.items.map(({ price, quantity }, index) => ({
    price: findPrice(world, price, `items[${index}][price]`),
    quantity,
  }));
  const now = nowOf(world, customer.test_clock);
  const days = given.trial_period_days;
  const trialEnd = given.trial_end ?? (days ? now + days * DAY_SECONDS : null);
  const method = given.default_payment_method ?? null;
  if (method !== null && world.records.paymentMethods.get(method)?.customer !== customer.id) {
    throw missingParam('PaymentMethod', method, 'default_payment_method');
  }
  const { subscription, invoice } = startSubscription(world, {
    customer: customer.id,
    lines,
    trialEnd,
    method,
    metadata: given.metadata ?? {},
    description: given.description ?? null,
    missingPaymentMethod:
      given.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
  });
  if (invoice.status === 'open') payInvoice(world, invoice);
  return world.records.subscriptions.get(subscription.id) ?? subscription;
}

function update(
  world: PaymentsWorld,
  before: Subscription,
  given: z.output<typeof changeSchema>,
): Subscription {
  if (given.cancel_at !== undefined && given.cancel_at_period_end !== undefined) {
    throw invalid(
      'cancel_at',
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    );
  }
  const changes = (given.items ?? []).map((asked, index) =>
    planChange(world, before, asked, index),
  );
  const method = given.default_payment_method;
  if (
    method !== undefined &&
    world.records.paymentMethods.get(method)?.customer !== before.customer
  ) {
    throw missingParam('PaymentMethod', method, 'default_payment_method');
  }
  let current = saveSubscription(world, before, {
    default_payment_method: method ?? before.default_payment_method,
    description: given.description === undefined ? before.description : given.description,
    metadata: mergeMetadata(before.metadata, given.metadata),
    trial_settings: given.trial_settings ?? before.trial_settings,
  });
  if (changes.length > 0) {
    current = changePlan(world, current, changes, given.proration_behavior ?? 'create_prorations');
  }
  if (given.trial_end !== undefined) current = moveTrialEnd(world, current, given.trial_end);
  return changeEnd(world, current, given);
}

function changeEnd(
  world: PaymentsWorld,
  subscription: Subscription,
  given: z.output<typeof changeSchema>,
): Subscription {
  const { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details = {} } = given;
  if (subscription.schedule !== null && (atEnd !== undefined || at !== undefined)) {
    throw invalid(
      atEnd === undefined ? 'cancel_at' : 'cancel_at_period_end',
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  const { comment = null, feedback = null } = details;
  const told = { comment, feedback };
  if (atEnd !== undefined) {
    return cancelAtPeriodEnd(world, subscription, atEnd ? 'flag' : 'no', told);
  }
  if (at === undefined) return subscription;
  if (at === null) return cancelAtPeriodEnd(world, subscription, 'no', told);
  if (typeof at === 'string') return cancelAtPeriodEnd(world, subscription, 'date', told);
  const now = nowOf(world, subscription.test_clock);
  if (at <= now) throw invalid('cancel_at', 'The cancel_at date must be in the future.');
  return saveSubscription(world, subscription, {
    cancel_at: at,
    cancel_at_period_end: at === periodOf(subscription).end && subscription.cancel_at_period_end,
    canceled_at: now,
    cancellation_details: { ...told, reason: 'cancellation_requested' },
  });
}

type AskedItem = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
};

function planChange(
  world: PaymentsWorld,
  { items }: Subscription,
  asked: AskedItem,
  index: number,
): PlanChange {
  const item = items.data.find(({ id }) => id === asked.id);
  if (asked.id !== undefined && !item) {
    throw missingParam('subscription item', asked.id, `items[${index}][id]`);
  }
  if (!item) {
    throw invalid(
      `items[${index}]`,
      'This sandbox keeps one item per subscription: name its id to change it.',
    );
  }
  const price =
    asked.price === undefined
      ? item.price
      : findPrice(world, asked.price, `items[${index}][price]`);
  return { item, price, quantity: asked.quantity ?? item.quantity };
}
