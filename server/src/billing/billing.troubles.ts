import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { createBillingEventsRepository } from './billing.events.repository.ts';
import { troubleForOwner, troubleForSupport } from './billing.letters.troubles.ts';
import { createBillingRepository } from './billing.repository.ts';
import type { Payments } from './payments.ts';

export type BillingTroubles = ReturnType<typeof createBillingTroubles>;

/** What banks do to money: its owner hears of it once, and so does support, where there is one. */
export function createBillingTroubles(deps: {
  database: Database;
  payments: Pick<Payments, 'troubleOf'>;
  jobs: Pick<Jobs, 'send'>;
  nudges: Pick<Nudges, 'send'>;
  write(tx: Tx, to: string, letter: Letter): Promise<void>;
  supportEmail: string | undefined;
  publicUrl: string;
  log: Log;
}) {
  const { database, payments, jobs, nudges, supportEmail, publicUrl, log } = deps;
  return {
    /** Of a dispute or a refund by its id: what is the matter with it is asked of the provider. */
    async tell(id: string): Promise<void> {
      const trouble = await payments.troubleOf(id);
      if (trouble === undefined) return;
      const told = await database.inTransaction(async (tx) => {
        const workspaceId = await createBillingEventsRepository(tx).workspaceOf(trouble.customer);
        if (workspaceId === undefined) return undefined;
        if (trouble.isClosed) {
          // What was held for it can go on; nobody is told any more that it was opened.
          const { customer: customerId } = trouble;
          await jobs.send(tx, 'billing-sync', [{ data: { customerId }, key: customerId }]);
          return undefined;
        }
        const written = await sql`
          insert into billing_troubles (id, workspace_id, kind, amount)
          values (${id}, ${workspaceId}, ${trouble.kind}, ${trouble.amount})
          on conflict do nothing returning id`.execute(tx);
        if (written.rows.length === 0) return undefined;
        const letter = troubleForOwner(trouble, { supportEmail, publicUrl });
        for (const owner of await createBillingRepository(tx).ownersOf(workspaceId)) {
          await deps.write(tx, owner, letter);
        }
        if (supportEmail !== undefined) {
          await deps.write(tx, supportEmail, troubleForSupport({ id, ...trouble }, publicUrl));
        }
        return workspaceId;
      });
      if (trouble.isClosed) nudges.send([{ topic: 'work' }]);
      if (told === undefined) return;
      log.warn({ workspaceId: told, id, kind: trouble.kind }, 'money is in trouble at a bank');
      nudges.send([{ topic: 'work' }]);
    },
  };
}
