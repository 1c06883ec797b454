import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export function createEmailVerificationRepository(tx: Db | Tx) {
  return {
    /** In a transaction that locks the row of the user, the result holds until its end. */
    async isVerified(userId: string): Promise<boolean> {
      const found = await sql`select from users
        where id = ${userId} and email_verified_at is not null`.execute(tx);
      return found.rows.length > 0;
    },

    async markVerified(userId: string): Promise<void> {
      await sql`update users set email_verified_at = app_now() where id = ${userId}`.execute(tx);
      await sql`delete from email_verifications where user_id = ${userId}`.execute(tx);
    },

    /** Returns the number of revoked API tokens. */
    async revokeCredentials(userId: string): Promise<number> {
      await sql`update users set password_hash = null where id = ${userId}`.execute(tx);
      await sql`delete from sessions where user_id = ${userId}`.execute(tx);
      await sql`delete from identities where user_id = ${userId}`.execute(tx);
      const tokens = await sql`delete from api_tokens
        where user_id = ${userId} returning id`.execute(tx);
      return tokens.rows.length;
    },

    /** In a fixed order, so that two verifications do not deadlock. */
    async workspacesOf(userId: string): Promise<{ id: string; isOwn: boolean }[]> {
      const found = await sql<{ id: string; isOwn: boolean }>`
        select workspace_id as id, role = 'owner' as "isOwn" from workspace_members
        where user_id = ${userId} order by workspace_id`.execute(tx);
      return found.rows;
    },
  };
}
