import type { Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { createPaymentIssueReportsRepository } from './payment-issue-reports.repository.ts';

/** By their ids at Stripe; several jobs for one id send one email. Until its lookup, each has a row. */
export async function enqueuePaymentIssues(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await createPaymentIssueReportsRepository(tx).insert(ids);
  await sendJobs(tx, jobs, ids);
}

/** Sends a job again for each report whose own has given up. */
export async function resumePaymentIssues(tx: Tx, jobs: Pick<Jobs, 'send'>): Promise<void> {
  await sendJobs(tx, jobs, await createPaymentIssueReportsRepository(tx).wakeStale());
}

async function sendJobs(tx: Tx, jobs: Pick<Jobs, 'send'>, ids: readonly string[]): Promise<void> {
  await jobs.send(
    tx,
    'payment-issue',
    ids.map((id) => ({ data: { id }, key: id })),
  );
}
