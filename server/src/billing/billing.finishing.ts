import type { RefundTrouble } from '@pontual/contract/billing.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { createBillingEventsRepository } from './billing.events.repository.ts';
import { refundByBank, refundDone, refundHeld } from './billing.letters.refunds.ts';
import { createBillingRefundsRepository } from './billing.refunds.repository.ts';
import { createBillingRepository } from './billing.repository.ts';
import type { BillingSync } from './billing.sync.ts';
import type { Payments } from './payments.ts';
import type { PaidBack } from './payments.refunds.ts';

/** Pays back whoever has withdrawn: now, when a bank has decided, and what was charged too late. */
export function createBillingFinishing(deps: {
  database: Database;
  payments: Payments;
  billingSync: BillingSync;
  jobs: Pick<Jobs, 'send'>;
  write(tx: Tx, to: string, letter: Letter): Promise<void>;
  nudges: Pick<Nudges, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, payments, billingSync, jobs, nudges, publicUrl, log } = deps;
  const repository = createBillingRepository(database.db);

  async function tellOwners(tx: Tx, workspaceId: string, letter: Letter): Promise<void> {
    const owners = await createBillingRepository(tx).ownersOf(workspaceId);
    for (const owner of owners) await deps.write(tx, owner, letter);
  }

  /** Owner and support are told of each once. */
  const askAboutRefused = (tx: Tx, refused: readonly string[]) =>
    jobs.send(
      tx,
      'billing-trouble',
      refused.map((id) => ({ data: { id }, key: id })),
    );

  async function finish(workspaceId: string): Promise<void> {
    const { customer_id: customer } = await repository.view(workspaceId);
    const subscription = await repository.subscription(workspaceId);
    if (customer === null || subscription?.refund_requested_at == null) return;
    const { subscription_id: id, plan } = subscription;
    // First the end: nothing may be charged any more.
    await payments.cancelNow(id);
    await payments.voidOpenInvoices(customer);
    const paid = await payments.refundAll(id);
    const { amount, byBank, held, refused } = paid;
    await database.inTransaction(async (tx) => {
      const kept = createBillingRefundsRepository(tx);
      if (held > 0) {
        if (!(await kept.holdRefund(id))) return;
        return tellOwners(tx, workspaceId, refundHeld(plan, held, publicUrl));
      }
      if (!(await kept.writeRefund(id, amount + byBank, troubleOf(paid)))) return;
      await askAboutRefused(tx, refused);
      if (byBank > 0) await tellOwners(tx, workspaceId, refundByBank(plan, byBank, publicUrl));
      const isNothing = byBank === 0 && refused.length === 0;
      if (amount > 0 || isNothing) {
        await tellOwners(tx, workspaceId, refundDone(plan, amount, publicUrl));
      }
    });
    log.info({ workspaceId, ...paid }, 'a withdrawal was seen to');
    await billingSync.sync(customer);
    nudges.send([{ topic: 'work' }, { topic: 'account', workspaceId }]);
  }

  return {
    finish,

    /**
     * A charge that was tried again may have been taken after all had been paid back; and what a bank
     * had to decide about may be decided.
     */
    async finishLate(customer: string): Promise<void> {
      const events = createBillingEventsRepository(database.db);
      const workspaceId = await events.workspaceOf(customer);
      if (workspaceId === undefined) return;
      const subscription = await repository.subscription(workspaceId);
      if (subscription?.refund_trouble === 'disputed') return finish(workspaceId);
      if (subscription?.refunded_at == null) return;
      const { subscription_id: id, plan } = subscription;
      const { amount, refused } = await payments.refundAll(id);
      await database.inTransaction(async (tx) => {
        await askAboutRefused(tx, refused);
        const more = await createBillingRefundsRepository(tx).writeLateRefund(id, amount);
        if (more === 0) return;
        log.warn({ workspaceId, amount: more }, 'a late charge was paid back');
        await tellOwners(tx, workspaceId, refundDone(plan, more, publicUrl));
      });
    },
  };
}

/** What its owner is told of instead of the money. */
function troubleOf({ byBank, refused }: PaidBack): RefundTrouble | null {
  if (refused.length > 0) return 'refused';
  return byBank > 0 ? 'returned_by_bank' : null;
}
