import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { planIds } from './plans.ts';
import { text } from '../shared/text-fields.ts';

const paidPlanIds = ['pro', 'premium'] as const;
export type PaidPlanId = (typeof paidPlanIds)[number];

export const TRIAL_DAYS = 14;
/** After the first charge (docs/decisions/030-several-instagram-accounts-shared-libraries.md). */
export const GUARANTEE_DAYS = 30;
/** Applies to users who already received a refund: the statutory withdrawal period (CDC, art. 49). */
export const WITHDRAWAL_DAYS = 7;

const plan = z.object({
  name: z.string(),
  price: z.number(),
  amount: z.int(),
  features: z.array(z.string()),
});

/** `disputed`: an open chargeback; `returned_by_bank`: the bank repaid; `refused`: the bank refused ours. */
const refundIssue = z.enum(['disputed', 'returned_by_bank', 'refused']);
export type RefundIssue = z.output<typeof refundIssue>;

const refund = z.object({
  requestedAt: z.iso.datetime(),
  /** Null while the refund is in progress. */
  finishedAt: z.nullable(z.iso.datetime()),
  /** In cents; null while the refund is in progress. */
  amount: z.nullable(z.int()),
  issue: z.nullable(refundIssue),
});

const subscription = z.object({
  plan: z.enum(paidPlanIds),
  /** `past_due`: a charge has failed and is retried; the plan stays active meanwhile. */
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  /** When the subscription ends because the user canceled it; null while it renews. */
  cancelAt: z.nullable(z.iso.datetime()),
  /** The plan that starts when the current period ends; null while the plan does not change. */
  nextPlan: z.nullable(z.enum(paidPlanIds)),
  /** Until when the user can withdraw with a full refund; null after that. */
  refundableUntil: z.nullable(z.iso.datetime()),
  refund: z.nullable(refund),
});
export type Subscription = z.output<typeof subscription>;

const status = z.object({
  user: z.object({
    plan: z.enum(planIds),
    subscriptionStatus: z.enum(['none', 'active', 'past_due', 'canceled']),
  }),
  /** The newest one, active or ended; null also where the first charge failed. */
  subscription: z.nullable(subscription),
  /** Fewer for users who already received a refund. */
  refundDays: z.int(),
});
export type SubscriptionStatus = z.output<typeof status>;

const purchase = z.object({
  id: z.string(),
  plan: z.enum(paidPlanIds),
  /** What was paid in the checkout, in cents: 0 where a trial comes first. */
  amount: z.int(),
  currency: z.string(),
});
export type Purchase = z.output<typeof purchase>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/subscription/plans',
  access: 'public',
  summary: 'Returns the plans on sale with their prices.',
  data: z.object({ plans: z.object({ free: plan, pro: plan, premium: plan }) }),
});

export const subscriptionStatus = endpoint({
  method: 'GET',
  path: '/subscription/status',
  access: 'user',
  role: 'view',
  summary: 'Returns the plan and the subscription of the caller.',
  data: status,
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refresh',
  access: 'user',
  role: 'own',
  summary:
    'Reads the subscription from the payment provider and returns the plan and the subscription of the caller, so that a client need not wait for a webhook after checkout. 503 PAYMENTS_UNAVAILABLE.',
  query: z.strictObject({
    checkout: z.optional(text().check(z.regex(/^cs_\w{1,200}$/, 'Pagamento desconhecido'))),
  }),
  /** Null unless this checkout is complete, belongs to the caller and is reported for the first time. */
  data: z.object({ ...status.shape, purchase: z.nullable(purchase) }),
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/subscription/checkout',
  access: 'user',
  role: 'own',
  summary:
    'Creates a checkout session for a plan and returns its URL. 409 SUBSCRIPTION_ACTIVE, 503 PAYMENTS_UNAVAILABLE.',
  body: z.strictObject({ plan: z.enum(paidPlanIds, 'Escolha o plano Pro ou Premium') }),
  data: z.object({ url: z.string() }),
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/subscription/portal',
  access: 'user',
  role: 'own',
  summary:
    'Creates a billing portal session and returns its URL; the portal manages the card, the invoices, the plan and the cancellation. 409 NO_SUBSCRIPTION, 503 PAYMENTS_UNAVAILABLE.',
  data: z.object({ url: z.string() }),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscription/cancel',
  access: 'user',
  role: 'own',
  summary:
    'Cancels the subscription at the end of the paid period. 409 NO_SUBSCRIPTION, 503 PAYMENTS_UNAVAILABLE.',
  data: status,
});

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refund',
  access: 'user',
  role: 'own',
  summary:
    'Withdraws from the subscription: it ends at once and the payment is refunded. 409 REFUND_UNAVAILABLE.',
  status: 202,
  data: status,
});
