import type { PaidPlanId, RefundIssue } from '@pontual/contract/billing/billing.ts';
import type { Generated } from 'kysely';

/** The tables of plans that are paid for. */
export interface BillingTables {
  billing_customers: {
    workspace_id: string;
    customer_id: string;
    created_at: Generated<Date>;
    turn: Generated<number>;
    synced_at: Date | null;
    guarantee_used_at: Date | null;
  };
  subscriptions: {
    workspace_id: string;
    subscription_id: string;
    /** The provider's word. */
    status: string;
    plan: PaidPlanId;
    created_at: Date;
    current_period_end: Date | null;
    cancel_at: Date | null;
    first_paid_at: Date | null;
    refund_requested_at: Date | null;
    refunded_at: Date | null;
    /** In cents. */
    refunded_amount: number | null;
    refund_trouble: RefundIssue | null;
    past_due_since: Date | null;
    trial_told_at: Date | null;
    next_plan: PaidPlanId | null;
  };
  billing_events: {
    id: string;
    type: string;
    customer_id: string | null;
    received_at: Generated<Date>;
  };
  billing_purchases: { checkout_id: string; workspace_id: string; told_at: Generated<Date> };
  billing_troubles: {
    id: string;
    workspace_id: string;
    kind: 'dispute' | 'refund_failed' | 'repeated';
    /** In cents. */
    amount: number;
    told_at: Generated<Date>;
  };
  billing_reconciliation: { only: Generated<boolean>; begun_at: Date | null };
}
