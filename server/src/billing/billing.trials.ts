import type { PaidPlanId } from '@pontual/contract/billing.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { trialEnding } from './billing.letters.ts';
import { createBillingRepository } from './billing.repository.ts';

/** How long before its end a trial's owner is written to. */
const NOTICE_MS = 3 * 86_400_000;
/** The provider tells it at that moment, by its own clock. */
const LEEWAY_MS = 3_600_000;

export type BillingTrials = ReturnType<typeof createBillingTrials>;

/** Owners hear once of a first charge that is near: of the provider's event, or without it. */
export function createBillingTrials(deps: {
  database: Database;
  nudges: Pick<Nudges, 'send'>;
  write(tx: Tx, to: string, letter: Letter): Promise<void>;
  publicUrl: string;
}) {
  const { database, nudges, publicUrl } = deps;

  async function tell(tx: Tx, workspaceId: string | null, withinMs: number): Promise<number> {
    const due = await sql<{ workspaceId: string; plan: PaidPlanId; end: Date }>`
      update subscriptions set trial_told_at = app_now()
      where status = 'trialing' and cancel_at is null and refund_requested_at is null
        and trial_told_at is null and current_period_end > app_now()
        and current_period_end <= app_now() + ${interval(withinMs)}
        and (${workspaceId}::uuid is null or workspace_id = ${workspaceId}::uuid)
      returning workspace_id as "workspaceId", plan, current_period_end as "end"`.execute(tx);
    for (const { workspaceId: id, plan, end } of due.rows) {
      const letter = trialEnding(plan, end, publicUrl);
      for (const owner of await createBillingRepository(tx).ownersOf(id)) {
        await deps.write(tx, owner, letter);
      }
    }
    return due.rows.length;
  }

  return {
    /** The provider has told that this one's trial ends soon. */
    async tellOf(tx: Tx, workspaceId: string): Promise<void> {
      await tell(tx, workspaceId, NOTICE_MS + LEEWAY_MS);
    },

    /** Those of whom the provider's word was lost. */
    async tellDue(): Promise<void> {
      const told = await database.inTransaction((tx) => tell(tx, null, NOTICE_MS));
      if (told > 0) nudges.send([{ topic: 'work' }]);
    },
  };
}
