import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { PlanId } from '@pontual/contract/billing/plans.ts';
import { sql } from 'kysely';
import { recordAudit } from '../platform/audit/audit.service.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import type { Row } from '../platform/database/rows.ts';
import type { RemoteSubscription } from './billing.rules.ts';

export type SubscriptionRow = Omit<Row<'subscriptions'>, 'workspace_id'> &
  Row<'billing_customers', 'guarantee_used_at'>;

export interface BillingView extends Row<'workspaces', 'plan' | 'subscription_status'> {
  customer_id: string | null;
  guarantee_used_at: Date | null;
  now: Date;
}

const subscriptionColumns = sql`
  s.subscription_id, s.status, s.plan, s.created_at, s.current_period_end, s.cancel_at,
  s.first_paid_at, s.refund_requested_at, s.refunded_at, s.refunded_amount, s.past_due_since,
  s.trial_notified_at, s.next_plan, s.refund_issue, c.guarantee_used_at`;

export function createBillingRepository(db: Db | Tx) {
  return {
    async view(workspaceId: string): Promise<BillingView> {
      const found = await sql<BillingView>`
        select w.plan, w.subscription_status, c.customer_id, c.guarantee_used_at, app_now() as now
        from workspaces w left join billing_customers c on c.workspace_id = w.id
        where w.id = ${workspaceId}`.execute(db);
      const [view] = found.rows;
      if (view === undefined) throw new Error('a session without its workspace');
      return view;
    },

    /** `hold` locks the row until the transaction ends. */
    async subscription(
      workspaceId: string,
      { hold = false } = {},
    ): Promise<SubscriptionRow | undefined> {
      const found = await sql<SubscriptionRow>`
        select ${subscriptionColumns}
        from subscriptions s left join billing_customers c on c.workspace_id = s.workspace_id
        where s.workspace_id = ${workspaceId} ${hold ? sql`for update of s` : sql``}`.execute(db);
      return found.rows[0];
    },

    /**
     * Replaces `known`. Returns the stored id: this one, or that of a concurrent request; undefined when the
     * workspace has no member any more.
     */
    async saveCustomer(
      workspaceId: string,
      customerId: string,
      known: string | null,
    ): Promise<string | undefined> {
      const saved = await sql<{ customer_id: string }>`
        insert into billing_customers as c (workspace_id, customer_id)
        select m.workspace_id, ${customerId} from workspace_members m
        where m.workspace_id = ${workspaceId} limit 1
        on conflict (workspace_id) do update set customer_id =
          case when c.customer_id = ${known} then excluded.customer_id else c.customer_id end
        returning c.customer_id`.execute(db);
      return saved.rows[0]?.customer_id;
    },

    /** Returns undefined when the customer is not one of ours. */
    async startSyncTurn(
      customerId: string,
    ): Promise<{ workspace_id: string; turn: number } | undefined> {
      const started = await sql<{ workspace_id: string; turn: number }>`
        update billing_customers set turn = turn + 1 where customer_id = ${customerId}
        returning workspace_id, turn`.execute(db);
      return started.rows[0];
    },

    /** Returns false when it is not the latest turn; no other turn begins until the transaction ends. */
    async lockSyncTurn(workspaceId: string, turn: number): Promise<boolean> {
      const locked = await sql`
        update billing_customers set synced_at = app_now()
        where workspace_id = ${workspaceId} and turn = ${turn} returning turn`.execute(db);
      return locked.rows.length > 0;
    },

    write: (...args: SubscriptionWrite) => writeSubscription(db, ...args),

    /** Stripe no longer has a subscription. */
    async writeNone(workspaceId: string): Promise<void> {
      await sql`update subscriptions set status = 'canceled', past_due_since = null
        where workspace_id = ${workspaceId}`.execute(db);
    },

    async setEntitlement(
      workspaceId: string,
      to: { plan: PlanId; status: BillingView['subscription_status'] },
    ): Promise<void> {
      const found = await sql<{ plan: PlanId }>`
        with before as (select id, plan from workspaces where id = ${workspaceId} for update)
        update workspaces w set plan = ${to.plan}, subscription_status = ${to.status}
        from before where w.id = before.id returning before.plan`.execute(db);
      const from = found.rows[0]?.plan;
      if (from === undefined || from === to.plan) return;
      await recordAudit(db, { workspaceId, kind: 'plan.changed', detail: { from, to: to.plan } });
    },

    /** Returns false when it was recorded before. */
    async recordPurchase(checkoutId: string, workspaceId: string): Promise<boolean> {
      const inserted = await sql`
        insert into billing_purchases (checkout_id, workspace_id)
        values (${checkoutId}, ${workspaceId})
        on conflict do nothing returning checkout_id`.execute(db);
      return inserted.rows.length > 0;
    },

    /** Returns false when it was recorded before. `amount` is in cents. */
    async recordPaymentIssue(
      workspaceId: string,
      { id, kind, amount }: Row<'payment_issues', 'id' | 'kind' | 'amount'>,
    ): Promise<boolean> {
      const inserted = await sql`
        insert into payment_issues (id, workspace_id, kind, amount)
        values (${id}, ${workspaceId}, ${kind}, ${amount})
        on conflict do nothing returning id`.execute(db);
      return inserted.rows.length > 0;
    },

    /** Trials that end soon, each once: of a workspace, or of all (null). */
    async claimTrialReminders(workspaceId: string | null, withinMs: number) {
      const due = await sql<{ workspaceId: string; plan: PaidPlanId; until: Date }>`
        update subscriptions set trial_notified_at = app_now()
        where status = 'trialing' and cancel_at is null and refund_requested_at is null
          and trial_notified_at is null and current_period_end > app_now()
          and current_period_end <= app_now() + ${interval(withinMs)}
          and (${workspaceId}::uuid is null or workspace_id = ${workspaceId}::uuid)
        returning workspace_id as "workspaceId", plan, current_period_end as until`.execute(db);
      return due.rows;
    },

    async ownersOf(workspaceId: string): Promise<string[]> {
      const found = await sql<{ email: string }>`
        select u.email from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspaceId} and m.role = 'owner'`.execute(db);
      return found.rows.map(({ email }) => email);
    },
  };
}

type SubscriptionWrite = [
  workspaceId: string,
  subscription: RemoteSubscription & { plan: PaidPlanId },
  firstPaidAt: Date | null,
];

async function writeSubscription(
  db: Db | Tx,
  ...[workspaceId, subscription, firstPaidAt]: SubscriptionWrite
): Promise<void> {
  const { id, status, plan, createdAt, currentPeriodEnd, cancelAt, nextPlan } = subscription;
  await sql`
    insert into subscriptions
      (workspace_id, subscription_id, status, plan, created_at, current_period_end, cancel_at,
       first_paid_at, next_plan, past_due_since)
    values (${workspaceId}, ${id}, ${status}, ${plan}, ${createdAt}, ${currentPeriodEnd},
            ${cancelAt}, ${firstPaidAt}, ${nextPlan},
            case when ${status === 'past_due'}::boolean then app_now() end)
    on conflict (workspace_id) do update set
      subscription_id = excluded.subscription_id, status = excluded.status,
      plan = excluded.plan, created_at = excluded.created_at,
      current_period_end = excluded.current_period_end, cancel_at = excluded.cancel_at,
      first_paid_at = excluded.first_paid_at, next_plan = excluded.next_plan,
      past_due_since = case when excluded.status = 'past_due'
        then coalesce(${ifSameSubscription(sql`past_due_since`)}, app_now()) end,
      trial_notified_at = ${ifSameSubscription(sql`trial_notified_at`)},
      refund_requested_at = ${ifSameSubscription(sql`refund_requested_at`)},
      refunded_at = ${ifSameSubscription(sql`refunded_at`)},
      refund_issue = ${ifSameSubscription(sql`refund_issue`)},
      refunded_amount = ${ifSameSubscription(sql`refunded_amount`)}`.execute(db);
}

/** The facts of one subscription do not carry over to the next one. */
const ifSameSubscription = (column: ReturnType<typeof sql>) =>
  sql`case when subscriptions.subscription_id = excluded.subscription_id
      then subscriptions.${column} end`;
