import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { planIds } from './plans.ts';
import { text } from '../shared/text-fields.ts';

/** The plans that are paid for. */
const paidPlanIds = ['pro', 'premium'] as const;
export type PaidPlanId = (typeof paidPlanIds)[number];

/** Days of trial before the first charge, for whoever has never subscribed. */
export const TRIAL_DAYS = 14;
/** Days after the first charge in which all of it is paid back (docs/decisions/009). */
export const GUARANTEE_DAYS = 30;
/** The same once somebody was paid back before: the law's days of withdrawal (CDC, art. 49). */
export const WITHDRAWAL_DAYS = 7;

/** As `Plan`, whose words stand there. */
const plan = z.object({
  name: z.string(),
  price: z.number(),
  amount: z.int(),
  features: z.array(z.string()),
});

/**
 * `disputed`: a bank has yet to decide whose the money is. `returned_by_bank`: it has paid it back
 * itself. `refused`: it did not take our refund.
 */
const refundIssue = z.enum(['disputed', 'returned_by_bank', 'refused']);
export type RefundIssue = z.output<typeof refundIssue>;

const refund = z.object({
  requestedAt: z.iso.datetime(),
  /** Null while it is under way. */
  finishedAt: z.nullable(z.iso.datetime()),
  /** In cents; null while it is under way. */
  amount: z.nullable(z.int()),
  trouble: z.nullable(refundIssue),
});

const subscription = z.object({
  plan: z.enum(paidPlanIds),
  /** `past_due`: a charge has failed and is tried again; the plan goes on meanwhile. */
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
  /** Until when it is paid for, or its trial runs. */
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  /** When it ends by its owner's wish; null while it renews itself. */
  cancelAt: z.nullable(z.iso.datetime()),
  /** The plan that begins when the current period ends; null while it stays the same. */
  nextPlan: z.nullable(z.enum(paidPlanIds)),
  /** Until when its owner can withdraw and is paid everything back; null when that is over. */
  refundableUntil: z.nullable(z.iso.datetime()),
  refund: z.nullable(refund),
});
export type Subscription = z.output<typeof subscription>;

const status = z.object({
  user: z.object({
    plan: z.enum(planIds),
    subscriptionStatus: z.enum(['none', 'active', 'past_due', 'canceled']),
  }),
  /** The newest one, ended or not; null for whoever never had any, also where its first charge failed. */
  subscription: z.nullable(subscription),
  /** Days after a first charge in which all is paid back: fewer for whoever was paid back before. */
  refundDays: z.int(),
});
export type SubscriptionStatus = z.output<typeof status>;

const purchase = z.object({
  /** The checkout's, at the card provider. */
  id: z.string(),
  plan: z.enum(paidPlanIds),
  /** What the plan costs a month, in cents, also where a trial comes first. */
  amount: z.int(),
  /** ISO 4217. */
  currency: z.string(),
});
export type Purchase = z.output<typeof purchase>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/subscription/plans',
  access: 'public',
  summary: 'What is sold, by plan.',
  data: z.object({ plans: z.object({ free: plan, pro: plan, premium: plan }) }),
});

export const subscriptionStatus = endpoint({
  method: 'GET',
  path: '/subscription/status',
  access: 'user',
  role: 'view',
  summary: "The caller's plan and subscription.",
  data: status,
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refresh',
  access: 'user',
  role: 'own',
  summary:
    'The same, after the card provider was asked: whoever returns from its pages need not wait for it to call. 503 PAYMENTS_UNAVAILABLE.',
  query: z.strictObject({
    /** The one that is returned from. */
    checkout: z.optional(text().check(z.regex(/^cs_\w{1,200}$/, 'Pagamento desconhecido'))),
  }),
  /** `purchase`: what was bought by that checkout; null unless it is the caller's, complete, and told for the first time. */
  data: z.object({ ...status.shape, purchase: z.nullable(purchase) }),
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/subscription/checkout',
  access: 'user',
  role: 'own',
  summary:
    'The page on which a plan is subscribed to; 409 SUBSCRIPTION_ACTIVE, 503 PAYMENTS_UNAVAILABLE.',
  body: z.strictObject({ plan: z.enum(paidPlanIds, 'Escolha o plano Pro ou Premium') }),
  data: z.object({ url: z.string() }),
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/subscription/portal',
  access: 'user',
  role: 'own',
  summary:
    'The page for card, invoices, plan and end; 409 NO_SUBSCRIPTION, 503 PAYMENTS_UNAVAILABLE.',
  data: z.object({ url: z.string() }),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscription/cancel',
  access: 'user',
  role: 'own',
  summary:
    'Ends the subscription with the period that is paid for; 409 NO_SUBSCRIPTION, 503 PAYMENTS_UNAVAILABLE.',
  data: status,
});

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refund',
  access: 'user',
  role: 'own',
  summary:
    'Withdraws: the subscription ends at once and what was paid is paid back; 409 REFUND_UNAVAILABLE.',
  status: 202,
  data: status,
});
