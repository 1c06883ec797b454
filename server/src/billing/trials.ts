import { notify } from '../notifications/notify.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createBillingRepository } from './billing.repository.ts';

const REMINDER_MS = 3 * 86_400_000;
/** Stripe's event comes three days before the end by its own clock. */
const CLOCK_TOLERANCE_MS = 3_600_000;

export type BillingTrials = ReturnType<typeof createBillingTrials>;

/** Each owner gets it once, by Stripe's event or without it. */
export function createBillingTrials(deps: { database: Database; wakeUps: Pick<WakeUps, 'send'> }) {
  const { database, wakeUps } = deps;

  async function sendReminders(
    tx: Tx,
    workspaceId: string | null,
    withinMs: number,
  ): Promise<number> {
    const due = await createBillingRepository(tx).claimTrialReminders(workspaceId, withinMs);
    await notify(tx, ...due.map((trial) => ({ kind: 'trial-ending' as const, ...trial })));
    return due.length;
  }

  return {
    async remindWorkspace(tx: Tx, workspaceId: string): Promise<void> {
      await sendReminders(tx, workspaceId, REMINDER_MS + CLOCK_TOLERANCE_MS);
    },

    /** Reminds the owners whose event was lost. */
    async remindDue(): Promise<void> {
      const reminded = await database.inTransaction((tx) => sendReminders(tx, null, REMINDER_MS));
      if (reminded > 0) wakeUps.send([{ topic: 'work' }]);
    },
  };
}
