import type { WithExtras, Price, Schedule, Subscription } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { saveSubscription } from './timers.ts';
import { findPeriodEndAfter } from './periods.ts';
import { toLegacyPlan } from './legacy-plan.ts';
import { getPeriod } from './statuses.ts';

/** Schedules another plan for the next period of a subscription without a schedule. */
export function scheduleChange(
  context: PaymentsContext,
  subscription: Subscription,
  price: Price,
): void {
  const { start, end } = getPeriod(subscription);
  const nextEnd = findPeriodEndAfter(subscription.billing_cycle_anchor, end);
  const schedule = {
    id: newId(context, 'sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: getNow(context),
    current_phase: { end_date: end, start_date: start },
    customer: subscription.customer,
    customer_account: null,
    default_settings: DEFAULT_SETTINGS,
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    phases: [
      buildPhase(subscription.items.data[0].price.id, start, end),
      { ...buildPhase(price.id, end, nextEnd), proration_behavior: 'none' },
    ],
    released_at: null,
    pause_schedules: [],
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  } satisfies WithExtras<Schedule>;
  context.records.schedules.put(schedule);
  emit(context, 'subscription_schedule.created', schedule);
  saveSubscription(context, subscription, { schedule: schedule.id });
}

/** Releases the schedule of a subscription, which discards the scheduled change. */
export function releaseSchedule(
  context: PaymentsContext,
  subscription: Subscription,
): Subscription {
  const { schedules } = context.records;
  const schedule = schedules.get(subscription.schedule ?? '');
  if (!schedule) return subscription;
  updateRecord(
    context,
    schedules,
    schedule,
    {
      current_phase: null,
      released_at: getNow(context),
      released_subscription: subscription.id,
      status: 'released',
      subscription: null,
    },
    'subscription_schedule.released',
  );
  return saveSubscription(context, subscription, { schedule: null });
}

/** The real schedule is released at the end of the next period; nothing else happens in it. */
export function enterNextPhase(context: PaymentsContext, subscription: Subscription): Subscription {
  const schedule = context.records.schedules.get(subscription.schedule ?? '');
  const price = context.records.prices.get(schedule?.phases[1]?.items[0]?.price ?? '');
  if (!schedule || !price) return subscription;
  const items = withPrice(subscription, price);
  return saveSubscription(context, releaseSchedule(context, subscription), { items });
}

export function withPrice({ items }: Subscription, price: Price): Subscription['items'] {
  const changed = { ...items.data[0], plan: toLegacyPlan(price), price };
  return { ...items, data: [changed] };
}

const buildPhase = (price: string, start: number, end: number) => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: 'brl',
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity: 1,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'create_prorations',
  start_date: start,
  transfer_data: null,
  trial_end: null,
});

const DEFAULT_SETTINGS = {
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 'automatic',
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  default_payment_method: null,
  description: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  on_behalf_of: null,
  transfer_data: null,
};
