import type { PaidPlanId } from '@pontual/contract/billing.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { letterAbout, secondPaidBack } from './billing.letters.ts';
import { createBillingRepository, type SubscriptionRow } from './billing.repository.ts';
import { decidingOf, entitlementOf, isLive, type RemoteSubscription } from './billing.rules.ts';
import { coalesced } from './coalesced.ts';
import type { Payments } from './payments.ts';

export type BillingSync = ReturnType<typeof createBillingSync>;

/** What was asked of the provider, and for whom. */
interface Asked {
  workspaceId: string;
  turn: number;
  all: readonly RemoteSubscription[];
  deciding: (RemoteSubscription & { plan: PaidPlanId }) | undefined;
  firstPaidAt: Date | null;
}

/** Of another process that asks at the same time, in ms; longer each time. */
const GIVE_WAY_MS = 50;

/**
 * Takes over what the card provider knows of a customer now. No event and no return from its pages is
 * believed: each only has this asked, in whatever order and however often they come.
 */
export function createBillingSync(deps: {
  database: Database;
  payments: Payments;
  write(tx: Tx, to: string, letter: Letter): Promise<void>;
  nudges: Pick<Nudges, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, payments, nudges, publicUrl, log } = deps;
  const repository = createBillingRepository(database.db);

  async function ask(customerId: string): Promise<Asked | undefined> {
    const taken = await repository.takeTurn(customerId);
    if (taken === undefined) return undefined;
    const { workspace_id: workspaceId, turn } = taken;
    const all = await payments.subscriptionsOf(customerId);
    const known = await repository.subscription(workspaceId);
    // Stripe forgets none: it is another account's key, and nobody loses a plan by that.
    const isLost = known !== undefined && !all.some(({ id }) => id === known.subscription_id);
    if (isLost && isLive(known.status)) {
      throw new Error(`Stripe does not know ${known.subscription_id}`);
    }
    // While its owner waits to be paid back, the row stays with that subscription.
    const isWaiting = known?.refund_requested_at != null && known.refunded_at === null;
    const deciding = decidingOf(
      isWaiting ? all.filter(({ id }) => id === known.subscription_id) : all,
    );
    return { workspaceId, turn, all, deciding, firstPaidAt: await firstPaidAt(deciding, known) };
  }

  /** The first charge of a subscription happens once. */
  async function firstPaidAt(deciding: Asked['deciding'], known: SubscriptionRow | undefined) {
    if (deciding === undefined || deciding.status === 'trialing') return null;
    return known?.subscription_id === deciding.id && known.first_paid_at !== null
      ? known.first_paid_at
      : payments.firstPaidAt(deciding.id);
  }

  /** Answers false when somebody has begun to ask since: what they will hear is newer. */
  async function take({ workspaceId, turn, all, deciding, firstPaidAt: paidAt }: Asked) {
    const entitlement = entitlementOf(deciding, all);
    const taken = await database.inTransaction(async (tx) => {
      const kept = createBillingRepository(tx);
      if (!(await kept.holdTurn(workspaceId, turn))) return 'late' as const;
      const before = await kept.subscription(workspaceId);
      const { plan, subscription_status: status } = await kept.view(workspaceId);
      if (deciding !== undefined) await kept.write(workspaceId, deciding, paidAt);
      else if (entitlement !== 'unchanged') await kept.writeNone(workspaceId);
      if (entitlement !== 'unchanged') await kept.entitle(workspaceId, entitlement);
      const letter = deciding && letterOf(before, deciding, publicUrl);
      if (letter !== undefined) {
        for (const owner of await kept.ownersOf(workspaceId)) await deps.write(tx, owner, letter);
      }
      const isSame =
        entitlement === 'unchanged' || (entitlement.plan === plan && entitlement.status === status);
      const after = await kept.subscription(workspaceId);
      return isSame && JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed';
    });
    if (taken === 'changed') nudges.send([{ topic: 'account', workspaceId }]);
    if (taken !== 'late') nudges.send([{ topic: 'work' }]);
    if (taken !== 'late' && entitlement === 'unchanged') {
      log.error({ workspaceId, status: deciding?.status }, 'a subscription that we do not know');
    }
    return taken !== 'late';
  }

  /**
   * Nobody pays twice: of two that were subscribed to at once the one that does not decide ends. First
   * its money: whoever dies in between finds it live, and does both again.
   */
  async function endOthers({ workspaceId, all, deciding }: Asked): Promise<void> {
    for (const { id, status, plan } of all) {
      if (plan === undefined || id === deciding?.id || !isLive(status)) continue;
      const amount = await payments.refundLatest(id);
      await payments.cancelNow(id);
      log.warn({ workspaceId, subscription: id, amount }, 'a second subscription was paid back');
      await database.inTransaction(async (tx) => {
        const letter = secondPaidBack(plan, amount, publicUrl);
        const owners = await createBillingRepository(tx).ownersOf(workspaceId);
        for (const owner of owners) await deps.write(tx, owner, letter);
      });
    }
  }

  async function askAndTake(customerId: string): Promise<void> {
    for (let lost = 0; ; lost += 1) {
      const asked = await ask(customerId);
      if (asked === undefined) return;
      if (await take(asked)) return endOthers(asked);
      await pause(Math.random() * GIVE_WAY_MS * 2 ** Math.min(lost, 6));
    }
  }

  return {
    /** A dozen events of one purchase have it asked about twice, and not a dozen times. */
    sync: coalesced(askAndTake),
  };
}

function letterOf(
  before: SubscriptionRow | undefined,
  deciding: NonNullable<Asked['deciding']>,
  publicUrl: string,
): Letter | undefined {
  // Whoever withdraws is written to about that.
  const isWithdrawn =
    before?.subscription_id === deciding.id && before.refund_requested_at !== null;
  const after = { ...deciding, subscriptionId: deciding.id };
  return isWithdrawn ? undefined : letterAbout(before && told(before), after, publicUrl);
}

const told = (row: SubscriptionRow) => ({
  subscriptionId: row.subscription_id,
  status: row.status,
  plan: row.plan,
  currentPeriodEnd: row.current_period_end,
  cancelAt: row.cancel_at,
});
