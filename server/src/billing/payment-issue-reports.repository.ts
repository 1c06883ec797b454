import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';

/** Longer than a job is retried (`queues.ts`). */
const STALE_AFTER = sql`interval '24 hours'`;

export function createPaymentIssueReportsRepository(db: Db | Tx) {
  return {
    async insert(ids: readonly string[]): Promise<void> {
      await sql`
        insert into payment_issue_reports (id) select unnest(${[...ids]}::text[]) order by 1
        on conflict (id) do update set woken_at = app_now()`.execute(db);
    },

    async wakeStale(): Promise<string[]> {
      const stale = await sql<{ id: string }>`
        update payment_issue_reports set woken_at = app_now()
        where id in (
          select id from payment_issue_reports where woken_at < app_now() - ${STALE_AFTER}
          order by id for update skip locked)
        returning id`.execute(db);
      return stale.rows.map(({ id }) => id);
    },

    /** As text, because a Date is rounded to milliseconds. */
    async findWokenAt(id: string): Promise<string | undefined> {
      const found = await sql<{ wokenAt: string }>`
        select woken_at::text as "wokenAt" from payment_issue_reports where id = ${id}`.execute(db);
      return found.rows[0]?.wokenAt;
    },

    /** A report that has arrived since `wokenAt` needs a lookup of its own, and stays. */
    async remove(id: string, wokenAt: string): Promise<void> {
      await sql`delete from payment_issue_reports
        where id = ${id} and woken_at = ${wokenAt}::timestamptz`.execute(db);
    },
  };
}
