import type { Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';

/** By their ids at Stripe; several jobs for one id send one email. */
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
