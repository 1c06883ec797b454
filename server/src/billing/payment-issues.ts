import { notify } from '../notifications/notify.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createBillingRepository } from './billing.repository.ts';
import { createBillingEventsRepository } from './sync/events.repository.ts';
import { resumePaymentIssues } from './payment-issue.jobs.ts';
import { createPaymentIssueReportsRepository } from './payment-issue-reports.repository.ts';
import type { Payments } from './payments/payments.ts';

export type PaymentIssueNotifier = ReturnType<typeof createPaymentIssueNotifier>;

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
  return {
    /** The current state comes from Stripe. */
    async notify(id: string): Promise<void> {
      const issue = await payments.findPaymentIssue(id);
      const notifiedWorkspaceId = await database.inTransaction(async (tx) => {
        await createPaymentIssueReportsRepository(tx).remove(id);
        if (issue === undefined) return undefined;
        const workspaceId = await createBillingEventsRepository(tx).workspaceOf(issue.customer);
        if (workspaceId === undefined) return undefined;
        if (issue.isClosed) {
          // The refund that the dispute blocked can proceed; an email about the opening is no longer needed.
          const { customer: customerId } = issue;
          await jobs.send(tx, 'billing-sync', [{ data: { customerId }, key: customerId }]);
          return undefined;
        }
        const billing = createBillingRepository(tx);
        if (!(await billing.recordPaymentIssue(workspaceId, { ...issue, id }))) return undefined;
        const { customer, amount } = issue;
        const kind = issue.kind === 'dispute' ? 'payment-disputed' : 'refund-refused';
        await notify(tx, { kind, workspaceId, amount, supportEmail });
        if (supportEmail !== undefined) {
          const found = { id, workspaceId, customer, amount, issue: issue.kind };
          await notify(tx, { kind: 'payment-issue-found', address: supportEmail, ...found });
        }
        return workspaceId;
      });
      if (issue?.isClosed) wakeUps.send([{ topic: 'work' }]);
      if (issue === undefined || notifiedWorkspaceId === undefined) return;
      log.warn(
        { workspaceId: notifiedWorkspaceId, id, kind: issue.kind },
        'a payment issue was found',
      );
      wakeUps.send([{ topic: 'work' }]);
    },

    /** A job that gave up leaves its report, so no dispute and no refused refund stays unnoticed. */
    resumeStale: (): Promise<void> => database.inTransaction((tx) => resumePaymentIssues(tx, jobs)),
  };
}
