import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { RefundIssue } from '@pontual/contract/billing/billing.ts';
import { interval } from '../../platform/database/interval.ts';

const REFUND_OVERDUE_MS = 300_000;

/** SQL of withdrawals. */
export function createBillingRefundsRepository(db: Db | Tx) {
  return {
    async requestRefund(workspaceId: string): Promise<void> {
      await sql`update subscriptions set refund_requested_at = app_now()
        where workspace_id = ${workspaceId}`.execute(db);
    },

    /** The bank decides about what is disputed: until then it waits. Answers false when it did before. */
    async markRefundDisputed(subscriptionId: string): Promise<boolean> {
      const written = await sql`
        update subscriptions set refund_trouble = 'disputed'
        where subscription_id = ${subscriptionId} and refunded_at is null
          and refund_trouble is distinct from 'disputed'
        returning subscription_id`.execute(db);
      return written.rows.length > 0;
    },

    /** Answers false when it was written before. All the money back is given once. */
    async recordRefund(
      subscriptionId: string,
      amount: number,
      issue: RefundIssue | null,
    ): Promise<boolean> {
      const written = await sql`
        update subscriptions set refunded_at = app_now(), refunded_amount = ${amount},
          refund_trouble = ${issue}
        where subscription_id = ${subscriptionId} and refunded_at is null
        returning subscription_id`.execute(db);
      if (amount > 0) await markGuaranteeUsed(db, subscriptionId);
      return written.rows.length > 0;
    },

    /**
     * Of what was paid after the subscription had been paid back, when all of it is paid back now;
     * answers how much more that is than was written before.
     */
    async recordLateRefund(subscriptionId: string, amount: number): Promise<number> {
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

    /** A subscription that is one too many; answers false when it was written before. */
    async recordDuplicateSubscription(
      workspaceId: string,
      id: string,
      amount: number,
    ): Promise<boolean> {
      const written = await sql`
        insert into billing_troubles (id, workspace_id, kind, amount)
        values (${id}, ${workspaceId}, 'repeated', ${amount})
        on conflict do nothing returning id`.execute(db);
      return written.rows.length > 0;
    },

    /** Withdrawals whose job was lost or was given up; what a bank decides about is looked at daily. */
    async findOverdueRefunds(): Promise<string[]> {
      const found = await sql<{ workspace_id: string }>`
        select workspace_id from subscriptions
        where refunded_at is null and refund_trouble is null
          and refund_requested_at < app_now() - ${interval(REFUND_OVERDUE_MS)}`.execute(db);
      return found.rows.map(({ workspace_id: id }) => id);
    },

    /**
     * Customers who were paid back lately: a charge that was tried again may have come after it; and
     * those whose bank has yet to decide.
     */
    async findRecentlyRefunded(): Promise<string[]> {
      const found = await sql<{ customer_id: string }>`
        select c.customer_id from subscriptions s
          join billing_customers c on c.workspace_id = s.workspace_id
        where s.refunded_at > app_now() - interval '30 days'
          or (s.refunded_at is null and s.refund_trouble is not null)`.execute(db);
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
