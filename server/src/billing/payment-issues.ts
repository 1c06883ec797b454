import { notify } from '../notifications/notify.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createBillingRepository } from './billing.repository.ts';
import { createBillingEventsRepository } from './sync/events.repository.ts';
import { resumePaymentIssues } from './payment-issue.jobs.ts';
import { createPaymentIssueReportsRepository } from './payment-issue-reports.repository.ts';
import type { PaymentIssue } from './payments/issues.ts';
import type { Payments } from './payments/payments.ts';

export type PaymentIssueNotifier = ReturnType<typeof createPaymentIssueNotifier>;

interface FoundIssue extends PaymentIssue {
  id: string;
}

/** One email each to the owner, and to support when an address is set. */
export function createPaymentIssueNotifier(deps: {
  database: Database;
  payments: Pick<Payments, 'findPaymentIssue'>;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  supportEmail: string | undefined;
  log: Log;
}) {
  const { database, payments, jobs, wakeUps, supportEmail, log } = deps;

  /** Returns false when no email is needed. */
  async function report(tx: Tx, issue: FoundIssue): Promise<boolean> {
    const { id, customer, amount, kind: issueKind } = issue;
    const workspaceId = await createBillingEventsRepository(tx).workspaceOf(customer);
    if (issue.isClosed) {
      if (workspaceId === undefined) return false;
      // The refund that the dispute blocked can proceed; an email about the opening is no longer needed.
      await jobs.send(tx, 'billing-sync', [{ data: { customerId: customer }, key: customer }]);
      return false;
    }
    if (workspaceId !== undefined) {
      const isNew = await createBillingRepository(tx).recordPaymentIssue(workspaceId, issue);
      if (!isNew) return false;
      const kind = issueKind === 'dispute' ? 'payment-disputed' : 'refund-refused';
      await notify(tx, { kind, workspaceId, amount, supportEmail });
    }
    // A dispute may be opened after its customer has deleted the account.
    if (supportEmail !== undefined) {
      const found = { id, customer, amount, issue: issueKind };
      await notify(tx, { kind: 'payment-issue-found', address: supportEmail, ...found });
    }
    log.warn({ workspaceId, id, kind: issueKind }, 'a payment issue was found');
    return true;
  }

  return {
    /** The current state comes from Stripe. */
    async notify(id: string): Promise<void> {
      const wokenAt = await createPaymentIssueReportsRepository(database.db).findWokenAt(id);
      const issue = await payments.findPaymentIssue(id);
      const isReported = await database.inTransaction(async (tx) => {
        if (wokenAt !== undefined)
          await createPaymentIssueReportsRepository(tx).remove(id, wokenAt);
        return issue !== undefined && (await report(tx, { ...issue, id }));
      });
      if (isReported || issue?.isClosed) wakeUps.send([{ topic: 'work' }]);
    },

    /** A job that gave up leaves its report, so no dispute and no refused refund stays unnoticed. */
    resumeStale: (): Promise<void> => database.inTransaction((tx) => resumePaymentIssues(tx, jobs)),
  };
}
