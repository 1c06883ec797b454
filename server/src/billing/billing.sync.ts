import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { secondPaidBack } from './billing.letters.refunds.ts';
import { createBillingRefundsRepository } from './billing.refunds.repository.ts';
import { createBillingRepository, type SubscriptionRow } from './billing.repository.ts';
import { decidingOf, isLive } from './billing.rules.ts';
import { createTaking, type Asked } from './billing.taking.ts';
import { coalesced } from './coalesced.ts';
import type { Payments } from './payments.ts';

export type BillingSync = ReturnType<typeof createBillingSync>;

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
  const { database, payments, publicUrl, log } = deps;
  const repository = createBillingRepository(database.db);
  const take = createTaking(deps);

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

  /**
   * Nobody pays twice: of two that were subscribed to at once the one that does not decide ends. First
   * its money, then the letter, which is written once, and only then its end: whoever dies in between
   * finds it live, and does again what was not done.
   */
  async function endOthers({ workspaceId, all, deciding }: Asked): Promise<void> {
    for (const { id, status, plan } of all) {
      if (plan === undefined || id === deciding?.id || !isLive(status)) continue;
      const paid = await payments.refundLatest(id);
      await database.inTransaction(async (tx) => {
        const refunds = createBillingRefundsRepository(tx);
        if (!(await refunds.keepRepeated(workspaceId, id, paid.amount))) return;
        const letter = secondPaidBack(plan, paid, publicUrl);
        const owners = await createBillingRepository(tx).ownersOf(workspaceId);
        for (const owner of owners) await deps.write(tx, owner, letter);
      });
      await payments.cancelNow(id);
      log.warn({ workspaceId, subscription: id, ...paid }, 'a second subscription was paid back');
    }
  }

  /** What nobody has paid for so long ends at the provider too, which may be told to wait for ever. */
  async function endOverdue({ workspaceId, deciding }: Asked, customerId: string): Promise<void> {
    if (deciding === undefined) return;
    // Whoever has paid since keeps the plan: they are asked about again.
    if (!(await payments.cancelUnpaid(deciding.id))) return;
    await payments.voidOpenInvoices(customerId);
    log.warn({ workspaceId, subscription: deciding.id }, 'a plan that nobody paid for has ended');
  }

  async function askAndTake(customerId: string): Promise<void> {
    for (let lost = 0; ; lost += 1) {
      const asked = await ask(customerId);
      if (asked === undefined) return;
      const taken = await take(asked);
      if (taken === 'taken') return endOthers(asked);
      if (taken === 'overdue') await endOverdue(asked, customerId);
      else await pause(Math.random() * GIVE_WAY_MS * 2 ** Math.min(lost, 6));
    }
  }

  return {
    /** A dozen events of one purchase have it asked about twice, and not a dozen times. */
    sync: coalesced(askAndTake),
  };
}
