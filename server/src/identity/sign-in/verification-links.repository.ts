import {
  VERIFICATION_INTERVAL_MINUTES,
  VERIFICATION_LINK_DAYS,
} from '@pontual/contract/identity/user.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

const LIFETIME = sql`make_interval(days => ${sql.lit(VERIFICATION_LINK_DAYS)})`;
const INTERVAL = sql`make_interval(mins => ${sql.lit(VERIFICATION_INTERVAL_MINUTES)})`;

export function createVerificationLinksRepository(db: Db | Tx) {
  return {
    /**
     * Of a user whose address is not verified. An earlier link stays valid until the new email is sent.
     * Returns false when the last request is less than 15 minutes old.
     */
    async insertRequest(userId: string, id: string): Promise<boolean> {
      const inserted = await sql`
        insert into email_verifications (user_id, id) values (${userId}, ${id})
        on conflict (user_id) do update set id = excluded.id, created_at = app_now()
          where email_verifications.created_at <= app_now() - ${INTERVAL}
        returning user_id`.execute(db);
      return inserted.rows.length > 0;
    },

    /** Returns the address; undefined when it is verified, or a newer request has replaced this one. */
    async setToken(id: string, tokenHash: Buffer): Promise<string | undefined> {
      const updated = await sql<{ email: string }>`
        update email_verifications v
        set token_hash = ${tokenHash}, expires_at = app_now() + ${LIFETIME}
        from users u
        where v.id = ${id} and u.id = v.user_id and u.email_verified_at is null
        returning u.email`.execute(db);
      return updated.rows[0]?.email;
    },

    /** Locks the user, as a change of the address does. Undefined when the link is not valid. */
    async findUser(tokenHash: Buffer): Promise<{ userId: string; email: string } | undefined> {
      // First the user: those who change the address lock in this order.
      await sql`
        select from users
        where id = (select user_id from email_verifications where token_hash = ${tokenHash})
        for no key update`.execute(db);
      const found = await sql<{ userId: string; email: string }>`
        select u.id as "userId", u.email
        from email_verifications v join users u on u.id = v.user_id
        where v.token_hash = ${tokenHash} and v.expires_at > app_now()`.execute(db);
      return found.rows[0];
    },

    async forgetExpired(): Promise<void> {
      await sql`delete from email_verifications where expires_at < app_now()`.execute(db);
    },
  };
}
