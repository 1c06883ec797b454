import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export function createAccountChecksRepository(db: Db | Tx) {
  return {
    /** Returns true to one caller every ten minutes. */
    async claimCheck(connectionId: string): Promise<boolean> {
      const taken = await sql`
        update instagram_connections set checked_at = app_now()
        where id = ${connectionId}
          and (checked_at is null or checked_at < app_now() - interval '10 minutes')
        returning id`.execute(db);
      return taken.rows.length > 0;
    },

    async saveQuota(igUserId: string, { total, used }: { total: number; used: number }) {
      await sql`
        update instagram_accounts
        set quota_total = ${total}, quota_used = ${used}, quota_read_at = app_now()
        where ig_user_id = ${igUserId}`.execute(db);
    },

    async usernameOf(igUserId: string): Promise<string | undefined> {
      const found = await db
        .selectFrom('instagram_accounts')
        .select('username')
        .where('ig_user_id', '=', igUserId)
        .executeTakeFirst();
      return found?.username;
    },
  };
}
