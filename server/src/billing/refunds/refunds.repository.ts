import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { RefundIssue } from '@pontual/contract/billing/billing.ts';
import { interval } from '../../platform/database/interval.ts';

const REFUND_OVERDUE_MS = 300_000;

export function createBillingRefundsRepository(db: Db | Tx) {
  return {
    async requestRefund(workspaceId: string): Promise<void> {
      await sql`update subscriptions set refund_requested_at = app_now()
        where workspace_id = ${workspaceId}`.execute(db);
    },

    /** Blocked until the bank has decided the dispute. Returns false when it was marked before. */
    async markRefundDisputed(subscriptionId: string): Promise<boolean> {
      const written = await sql`
        update subscriptions set refund_issue = 'disputed'
        where subscription_id = ${subscriptionId} and refunded_at is null
          and refund_issue is distinct from 'disputed'
        returning subscription_id`.execute(db);
      return written.rows.length > 0;
    },

    /** An amount above zero uses up the guarantee. Returns false when it was recorded before. */
    async recordRefund(
      subscriptionId: string,
      amount: number,
      issue: RefundIssue | null,
    ): Promise<boolean> {
      // The customer first, as in a sync: the other order could be a deadlock.
      if (amount > 0) await markGuaranteeUsed(db, subscriptionId);
      const written = await sql`
        update subscriptions set refunded_at = app_now(), refunded_amount = ${amount},
          refund_issue = ${issue}
        where subscription_id = ${subscriptionId} and refunded_at is null
        returning subscription_id`.execute(db);
      return written.rows.length > 0;
    },

    /** Returns the difference to the amount recorded before. */
    async recordLateRefund(subscriptionId: string, amount: number): Promise<number> {
      // The customer first, as in a sync.
      await sql`
        select from billing_customers c join subscriptions s on s.workspace_id = c.workspace_id
        where s.subscription_id = ${subscriptionId} for no key update of c`.execute(db);
      const written = await sql<{ more: number }>`
        with held as (
          select subscription_id, refunded_amount from subscriptions
          where subscription_id = ${subscriptionId} and refunded_at is not null
            and refunded_amount < ${amount} for update)
        update subscriptions s set refunded_amount = ${amount}
        from held where held.subscription_id = s.subscription_id
        returning ${amount} - held.refunded_amount as more`.execute(db);
      const [row] = written.rows;
      if (row !== undefined) await markGuaranteeUsed(db, subscriptionId);
      return row?.more ?? 0;
    },

    /** The job may be lost after five minutes. Disputed refunds are left to the daily comparison. */
    async findOverdueRefunds(): Promise<string[]> {
      const found = await sql<{ workspace_id: string }>`
        select workspace_id from subscriptions
        where refunded_at is null and refund_issue is null
          and refund_requested_at < app_now() - ${interval(REFUND_OVERDUE_MS)}`.execute(db);
      return found.rows.map(({ workspace_id: id }) => id);
    },

    /** A retried charge may have followed within 30 days; or a dispute blocks the refund. */
    async findRecentlyRefunded(): Promise<string[]> {
      const found = await sql<{ customer_id: string }>`
        select c.customer_id from subscriptions s
          join billing_customers c on c.workspace_id = s.workspace_id
        where s.refunded_at > app_now() - interval '30 days'
          or (s.refunded_at is null and s.refund_issue is not null)`.execute(db);
      return found.rows.map(({ customer_id: id }) => id);
    },
  };
}

async function markGuaranteeUsed(db: Db | Tx, subscriptionId: string): Promise<void> {
  await sql`
    update billing_customers c set guarantee_used_at = coalesce(c.guarantee_used_at, app_now())
    from subscriptions s
    where s.workspace_id = c.workspace_id and s.subscription_id = ${subscriptionId}`.execute(db);
}
