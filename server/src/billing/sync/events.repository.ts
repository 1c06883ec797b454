import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { interval } from '../../platform/database/interval.ts';
import { PAST_DUE_GRACE_DAYS } from '../billing.rules.ts';

const DAY_MS = 86_400_000;
const EVENT_RETENTION = sql`interval '60 days'`;

type ComparedColumn =
  | 'subscription_id'
  | 'status'
  | 'plan'
  | 'current_period_end'
  | 'cancel_at'
  | 'first_paid_at'
  | 'next_plan';

/** Null without a subscription. */
export type StoredSubscription = {
  [Name in ComparedColumn]: Row<'subscriptions'>[Name] | null;
};

export function createBillingEventsRepository(db: Db | Tx) {
  return {
    /** Returns false when it was recorded before. */
    async insertEvent(event: { id: string; type: string; customerId: string | null }) {
      const inserted = await sql`
        insert into billing_events (id, type, customer_id)
        values (${event.id}, ${event.type}, ${event.customerId})
        on conflict do nothing returning id`.execute(db);
      return inserted.rows.length > 0;
    },

    async customerOf(workspaceId: string): Promise<string | undefined> {
      const found = await sql<{ customer_id: string }>`
        select customer_id from billing_customers
        where workspace_id = ${workspaceId}`.execute(db);
      return found.rows[0]?.customer_id;
    },

    async workspaceOf(customerId: string): Promise<string | undefined> {
      const found = await sql<{ workspace_id: string }>`
        select workspace_id from billing_customers
        where customer_id = ${customerId}`.execute(db);
      return found.rows[0]?.workspace_id;
    },

    /** Ends plans whatever Stripe reports; returns their customers for a sync. */
    async endExpiredGracePeriods(): Promise<{ workspaceId: string; customerId: string }[]> {
      const ended = await sql<{ workspaceId: string; customerId: string }>`
        update workspaces w set plan = 'free', subscription_status = 'canceled'
        from subscriptions s join billing_customers c on c.workspace_id = s.workspace_id
        where w.id = s.workspace_id and w.plan <> 'free' and s.status = 'past_due'
          and s.past_due_since <= app_now() - ${interval(PAST_DUE_GRACE_DAYS * DAY_MS)}
        returning w.id as "workspaceId", c.customer_id as "customerId"`.execute(db);
      return ended.rows;
    },

    /** Returns true for one caller a day. */
    async claimReconciliation(): Promise<boolean> {
      const taken = await sql`update billing_reconciliation set begun_at = app_now()
        where begun_at is null or begun_at < app_now() - interval '24 hours'
        returning begun_at`.execute(db);
      return taken.rows.length > 0;
    },

    async listCustomers() {
      const found = await sql<
        Row<'billing_customers', 'customer_id' | 'workspace_id'> &
          StoredSubscription & { owner_email: string | null }
      >`
        select c.customer_id, c.workspace_id, s.subscription_id, s.status, s.plan, s.current_period_end, s.cancel_at,
          s.first_paid_at, s.next_plan,
          (select min(u.email) from workspace_members m join users u on u.id = m.user_id
           where m.workspace_id = c.workspace_id and m.role = 'owner') as owner_email
        from billing_customers c left join subscriptions s on s.workspace_id = c.workspace_id`.execute(
        db,
      );
      return new Map(found.rows.map(({ customer_id: id, ...row }) => [id, row]));
    },

    async deleteEventsOf(customerId: string): Promise<void> {
      await sql`delete from billing_events where customer_id = ${customerId}`.execute(db);
    },

    async forgetOldEvents(): Promise<void> {
      await sql`delete from billing_events
        where received_at < app_now() - ${EVENT_RETENTION}`.execute(db);
    },
  };
}
