import type { PaidPlanId } from '@pontual/contract/billing.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { letterAbout } from './billing.letters.ts';
import { createBillingRepository, type SubscriptionRow } from './billing.repository.ts';
import { entitlementOf, isGraceOver, type RemoteSubscription } from './billing.rules.ts';

/** What was asked of the provider, and for whom. */
export interface Asked {
  workspaceId: string;
  turn: number;
  all: readonly RemoteSubscription[];
  deciding: (RemoteSubscription & { plan: PaidPlanId }) | undefined;
  firstPaidAt: Date | null;
}

/**
 * `late`: somebody has begun to ask since, and what they will hear is newer. `overdue`: it was written,
 * and has waited for its money for longer than a plan does.
 */
export type Taken = 'late' | 'taken' | 'overdue';

/** Writes down what the provider answered, and what follows from it for plan and owner. */
export function createTaking(deps: {
  database: Database;
  write(tx: Tx, to: string, letter: Letter): Promise<void>;
  nudges: Pick<Nudges, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, nudges, publicUrl, log } = deps;

  async function written(tx: Tx, { workspaceId, turn, all, deciding, firstPaidAt }: Asked) {
    const kept = createBillingRepository(tx);
    if (!(await kept.holdTurn(workspaceId, turn))) return 'late' as const;
    const before = await kept.subscription(workspaceId);
    const view = await kept.view(workspaceId);
    if (deciding !== undefined) await kept.write(workspaceId, deciding, firstPaidAt);
    const pastDueSince = (await kept.subscription(workspaceId))?.past_due_since ?? null;
    const isOverdue = deciding !== undefined && isGraceOver(pastDueSince, view.now);
    const entitlement = isOverdue
      ? ({ plan: 'free', status: 'canceled' } as const)
      : entitlementOf(deciding, all);
    if (entitlement !== 'unchanged') {
      if (deciding === undefined) await kept.writeNone(workspaceId);
      await kept.entitle(workspaceId, entitlement);
    }
    const letter = deciding && letterOf(before, view.guarantee_used_at, deciding, publicUrl);
    if (letter !== undefined) {
      for (const owner of await kept.ownersOf(workspaceId)) await deps.write(tx, owner, letter);
    }
    const isSame =
      entitlement === 'unchanged' ||
      (entitlement.plan === view.plan && entitlement.status === view.subscription_status);
    const after = await kept.subscription(workspaceId);
    return {
      isOverdue,
      isUnclear: entitlement === 'unchanged',
      hasChanged: !isSame || JSON.stringify(before) !== JSON.stringify(after),
    };
  }

  return async function take(asked: Asked): Promise<Taken> {
    const { workspaceId, deciding } = asked;
    const taken = await database.inTransaction((tx) => written(tx, asked));
    if (taken === 'late') return taken;
    if (taken.hasChanged) nudges.send([{ topic: 'account', workspaceId }]);
    nudges.send([{ topic: 'work' }]);
    if (taken.isUnclear) {
      log.error({ workspaceId, status: deciding?.status }, 'a subscription that we do not know');
    }
    return taken.isOverdue ? 'overdue' : 'taken';
  };
}

function letterOf(
  before: SubscriptionRow | undefined,
  guaranteeUsedAt: Date | null,
  deciding: NonNullable<Asked['deciding']>,
  publicUrl: string,
): Letter | undefined {
  // Whoever withdraws is written to about that.
  const isWithdrawn =
    before?.subscription_id === deciding.id && before.refund_requested_at !== null;
  if (isWithdrawn) return undefined;
  const isGuaranteeUsed = guaranteeUsedAt !== null;
  const after = { ...deciding, subscriptionId: deciding.id, isGuaranteeUsed };
  return letterAbout(before && { ...told(before), isGuaranteeUsed }, after, publicUrl);
}

const told = (row: SubscriptionRow) => ({
  subscriptionId: row.subscription_id,
  status: row.status,
  plan: row.plan,
  currentPeriodEnd: row.current_period_end,
  cancelAt: row.cancel_at,
  nextPlan: row.next_plan,
});
