import type { SubscriptionStatus } from '@pontual/contract/billing/billing.ts';
import type { SubscriptionRow } from './billing.repository.ts';
import { isGraceOver, meaningOf, refundableUntil } from './billing.rules.ts';

/** The last instant for a withdrawal with a full refund; null: the period is over. */
export const withdrawableUntil = (row: SubscriptionRow, now: Date) =>
  refundableUntil(
    {
      status: row.status,
      currentPeriodEnd: row.current_period_end,
      firstPaidAt: row.first_paid_at,
      isRefunding: row.refund_requested_at !== null,
      isGuaranteeUsed: row.guarantee_used_at !== null,
    },
    now,
  );

const instant = (date: Date | null) => date?.toISOString() ?? null;

export function presentSubscription(
  row: SubscriptionRow,
  now: Date,
): NonNullable<SubscriptionStatus['subscription']> {
  return {
    plan: row.plan,
    // An unknown status keeps the plan, so it is shown as a status that has the plan.
    status: isGraceOver(row.past_due_since, now)
      ? 'canceled'
      : (meaningOf(row.status)?.shown ?? 'active'),
    currentPeriodEnd: instant(row.current_period_end),
    cancelAt: instant(row.cancel_at),
    nextPlan: row.next_plan,
    refundableUntil: instant(withdrawableUntil(row, now)),
    refund:
      row.refund_requested_at === null
        ? null
        : {
            requestedAt: row.refund_requested_at.toISOString(),
            finishedAt: instant(row.refunded_at),
            amount: row.refunded_amount,
            issue: row.refund_issue,
          },
  };
}
