import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { BillingMessage } from '../../notifications/kinds/billing-messages.ts';
import { notify } from '../../notifications/notify.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { subscriptionMessage } from '../subscription-messages.rules.ts';
import { createBillingRepository, type SubscriptionRow } from '../billing.repository.ts';
import {
  entitlementOf,
  isGraceOver,
  refundDays,
  type RemoteSubscription,
} from '../billing.rules.ts';

export interface RemoteState {
  workspaceId: string;
  turn: number;
  all: readonly RemoteSubscription[];
  deciding: (RemoteSubscription & { plan: PaidPlanId }) | undefined;
  firstPaidAt: Date | null;
}

/** `late`: another turn has begun since. `overdue`: recorded, and the grace period is over. */
export type SyncOutcome = 'late' | 'taken' | 'overdue';

export function createSyncWriter(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, wakeUps, log } = deps;

  async function writeSync(tx: Tx, { workspaceId, turn, all, deciding, firstPaidAt }: RemoteState) {
    const billing = createBillingRepository(tx);
    if (!(await billing.lockSyncTurn(workspaceId, turn))) return 'late' as const;
    const before = await billing.subscription(workspaceId);
    const view = await billing.view(workspaceId);
    if (deciding !== undefined) await billing.write(workspaceId, deciding, firstPaidAt);
    const pastDueSince = (await billing.subscription(workspaceId))?.past_due_since ?? null;
    const isOverdue = deciding !== undefined && isGraceOver(pastDueSince, view.now);
    const entitlement = isOverdue
      ? ({ plan: 'free', status: 'canceled' } as const)
      : entitlementOf(deciding, all);
    if (entitlement !== 'unchanged') {
      if (deciding === undefined) await billing.writeNone(workspaceId);
      await billing.setEntitlement(workspaceId, entitlement);
    }
    const message =
      deciding && messageFor(workspaceId, before, view.guarantee_used_at !== null, deciding);
    if (message !== undefined) await notify(tx, message);
    const isSame =
      entitlement === 'unchanged' ||
      (entitlement.plan === view.plan && entitlement.status === view.subscription_status);
    const after = await billing.subscription(workspaceId);
    return {
      isOverdue,
      isUnclear: entitlement === 'unchanged',
      hasChanged: !isSame || JSON.stringify(before) !== JSON.stringify(after),
    };
  }

  return async function recordSync(state: RemoteState): Promise<SyncOutcome> {
    const { workspaceId, deciding } = state;
    const result = await database.inTransaction((tx) => writeSync(tx, state));
    if (result === 'late') return result;
    if (result.hasChanged) wakeUps.send([{ topic: 'account', workspaceId }]);
    wakeUps.send([{ topic: 'work' }]);
    if (result.isUnclear) {
      log.error({ workspaceId, status: deciding?.status }, 'a subscription that we do not know');
    }
    return result.isOverdue ? 'overdue' : 'taken';
  };
}

function messageFor(
  workspaceId: string,
  before: SubscriptionRow | undefined,
  isGuaranteeUsed: boolean,
  deciding: NonNullable<RemoteState['deciding']>,
): BillingMessage | undefined {
  // The messages about the withdrawal replace this one.
  const isWithdrawn =
    before?.subscription_id === deciding.id && before.refund_requested_at !== null;
  if (isWithdrawn) return undefined;
  const after = { ...deciding, subscriptionId: deciding.id };
  return subscriptionMessage(before && toSubscriptionSnapshot(before), after, {
    workspaceId,
    refundDays: refundDays(isGuaranteeUsed),
  });
}

const toSubscriptionSnapshot = (row: SubscriptionRow) => ({
  subscriptionId: row.subscription_id,
  status: row.status,
  plan: row.plan,
  currentPeriodEnd: row.current_period_end,
  cancelAt: row.cancel_at,
  nextPlan: row.next_plan,
});
