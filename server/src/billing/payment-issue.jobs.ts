import type { Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';

/**
 * Enqueues the emails about disputes and refused refunds, by their ids at Stripe. Several jobs for one id send
 * one email.
 */
export async function enqueuePaymentIssues(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  ids: readonly string[],
): Promise<void> {
  await jobs.send(
    tx,
    'payment-issue',
    ids.map((id) => ({ data: { id }, key: id })),
  );
}
