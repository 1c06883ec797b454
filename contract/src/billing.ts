import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { planIds, type PlanId } from './plans.ts';

/** The plans that are paid for. */
export const paidPlanIds = ['pro', 'premium'] as const;
export type PaidPlanId = (typeof paidPlanIds)[number];

/** Days of trial before the first charge, for whoever has never subscribed. */
export const TRIAL_DAYS = 14;
/** Days after the first charge in which all of it is paid back (docs/decisions/009). */
export const GUARANTEE_DAYS = 30;

const plan = z.object({
  name: z.string(),
  /** In reais a month, taxes included; 0 for free. */
  price: z.number(),
  /** The same in cents. */
  amount: z.int(),
  features: z.array(z.string()),
});
export type Plan = z.output<typeof plan>;

/** What is sold (specification, sections 2 and 9). */
export const planCatalogue: Record<PlanId, Plan> = {
  free: {
    name: 'Free',
    price: 0,
    amount: 0,
    features: ['10 posts por mês', 'Recursos básicos', 'Suporte da comunidade'],
  },
  pro: {
    name: 'Pro',
    price: 19.99,
    amount: 1999,
    features: ['50 posts por mês', 'Analytics básico', 'Suporte por e-mail'],
  },
  premium: {
    name: 'Premium',
    price: 49.99,
    amount: 4999,
    features: [
      'Posts ilimitados',
      'Analytics avançado',
      'Relatórios personalizados',
      'Suporte prioritário',
    ],
  },
};

const refund = z.object({
  requestedAt: z.iso.datetime(),
  /** Null while it is under way. */
  finishedAt: z.nullable(z.iso.datetime()),
  /** In cents; null while it is under way. */
  amount: z.nullable(z.int()),
});

const subscription = z.object({
  plan: z.enum(paidPlanIds),
  /** `past_due`: a charge has failed and is tried again; the plan goes on meanwhile. */
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
  /** Until when it is paid for, or its trial runs. */
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  /** When it ends by its owner's wish; null while it renews itself. */
  cancelAt: z.nullable(z.iso.datetime()),
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
  /** The newest one, ended or not; null for whoever never had any. */
  subscription: z.nullable(subscription),
});
export type SubscriptionStatus = z.output<typeof status>;

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
  summary: "The caller's plan and subscription.",
  data: status,
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refresh',
  access: 'user',
  summary:
    'The same, after the card provider was asked: whoever returns from its pages need not wait for it to call. 503 PAYMENTS_UNAVAILABLE.',
  data: status,
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/subscription/checkout',
  access: 'user',
  summary:
    'The page on which a plan is subscribed to; 409 SUBSCRIPTION_ACTIVE, 503 PAYMENTS_UNAVAILABLE.',
  body: z.strictObject({ plan: z.enum(paidPlanIds, 'Escolha o plano Pro ou Premium') }),
  data: z.object({ url: z.string() }),
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/subscription/portal',
  access: 'user',
  summary:
    'The page for card, invoices, plan and end; 409 NO_SUBSCRIPTION, 503 PAYMENTS_UNAVAILABLE.',
  data: z.object({ url: z.string() }),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscription/cancel',
  access: 'user',
  summary:
    'Ends the subscription with the period that is paid for; 409 NO_SUBSCRIPTION, 503 PAYMENTS_UNAVAILABLE.',
  data: status,
});

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refund',
  access: 'user',
  summary:
    'Withdraws: the subscription ends at once and what was paid is paid back; 409 REFUND_UNAVAILABLE.',
  status: 202,
  data: status,
});
