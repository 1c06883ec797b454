import { samePolicy, internal, ownership, notPersonal } from './column-policy.ts';

/** What becomes of the columns of plans that are paid for. */
export const billingColumns = {
  billing_customers: {
    workspace_id: ownership,
    customer_id: 'conta: subscription.customerId',
    created_at: 'conta: subscription.customerSince',
    turn: internal,
    synced_at: internal,
    guarantee_used_at: 'conta: subscription.guaranteeUsedAt',
  },
  subscriptions: {
    workspace_id: ownership,
    subscription_id: 'conta: subscription._id',
    status: 'conta: subscription.status',
    plan: 'conta: subscription.plan',
    created_at: 'conta: subscription.createdAt',
    current_period_end: 'conta: subscription.currentPeriodEnd',
    cancel_at: 'conta: subscription.cancelAt',
    first_paid_at: 'conta: subscription.firstPaidAt',
    refund_requested_at: 'conta: subscription.refund.requestedAt',
    refunded_at: 'conta: subscription.refund.finishedAt',
    refunded_amount: 'conta: subscription.refund.amount',
    refund_trouble: 'conta: subscription.refund.trouble',
    past_due_since: 'conta: subscription.pastDueSince',
    next_plan: 'conta: subscription.nextPlan',
    trial_told_at: 'conta: subscription.trialToldAt',
  },
  billing_purchases: {
    checkout_id: 'conta: purchases._id',
    workspace_id: ownership,
    told_at: 'conta: purchases.toldAt',
  },
  billing_troubles: {
    id: 'conta: paymentTroubles._id',
    workspace_id: ownership,
    kind: 'conta: paymentTroubles.kind',
    amount: 'conta: paymentTroubles.amount',
    told_at: 'conta: paymentTroubles.toldAt',
  },
  billing_events: samePolicy(internal, ['id', 'type', 'customer_id', 'received_at']),
  billing_reconciliation: samePolicy(notPersonal, ['only', 'begun_at']),
} as const;
