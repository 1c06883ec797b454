import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Longer than a job is retried (`queues.ts`). */
const STALE_AFTER = sql`interval '24 hours'`;

export function createPaymentIssueReportsRepository(tx: Tx) {
  return {
    async insert(ids: readonly string[]): Promise<void> {
      await sql`
        insert into payment_issue_reports (id) select unnest(${[...ids]}::text[]) order by 1
        on conflict (id) do update set woken_at = app_now()`.execute(tx);
    },

    async wakeStale(): Promise<string[]> {
      const stale = await sql<{ id: string }>`
        update payment_issue_reports set woken_at = app_now()
        where woken_at < app_now() - ${STALE_AFTER} returning id`.execute(tx);
      return stale.rows.map(({ id }) => id);
    },

    async remove(id: string): Promise<void> {
      await tx.deleteFrom('payment_issue_reports').where('id', '=', id).execute();
    },
  };
}
