import { EMAIL_LINK_MINUTES } from '@pontual/contract/identity/user.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

const LINK_LIFETIME = sql`make_interval(mins => ${sql.lit(EMAIL_LINK_MINUTES)})`;
/** Not expired, and the password is still the one of the request (`email_changes c`, `users u`). */
export const isPendingChangeValid = sql`(c.expires_at > app_now()
  and c.password_sha256 = sha256(convert_to(u.password_hash, 'UTF8')))`;

export function createEmailChangeRepository(db: Db | Tx) {
  return {
    async hasUser(email: string): Promise<boolean> {
      const found =
        await sql`select from users where lower(email) = ${email.toLowerCase()}`.execute(db);
      return found.rows.length > 0;
    },

    /** Replaces an earlier change. Returns the expiry of the link. */
    async save(change: {
      userId: string;
      newEmail: string;
      tokenHash: Buffer;
      passwordHash: string;
    }): Promise<Date> {
      const { userId, newEmail, tokenHash, passwordHash } = change;
      const saved = await sql<{ expires_at: Date }>`
        insert into email_changes (user_id, new_email, token_hash, password_sha256, expires_at)
        values (${userId}, ${newEmail}, ${tokenHash},
          sha256(convert_to(${passwordHash}::text, 'UTF8')), app_now() + ${LINK_LIFETIME})
        on conflict (user_id) do update set new_email = excluded.new_email,
          token_hash = excluded.token_hash, password_sha256 = excluded.password_sha256,
          created_at = excluded.created_at, expires_at = excluded.expires_at
        returning expires_at`.execute(db);
      const [row] = saved.rows;
      if (row === undefined) throw new Error('an upsert returned nothing');
      return row.expires_at;
    },

    /** With a token, only the change of that token. */
    async forget(userId: string, tokenHash?: Buffer): Promise<boolean> {
      const forgotten = await sql`delete from email_changes where user_id = ${userId}
        and (${tokenHash ?? null}::bytea is null or token_hash = ${tokenHash ?? null})
        returning user_id`.execute(db);
      return forgotten.rows.length > 0;
    },

    /** Locks the user, as a password change does first, too. */
    async find(tokenHash: Buffer) {
      const found = await sql<{
        user_id: string;
        new_email: string;
        old_email: string;
        was_verified: boolean;
      }>`
        select c.user_id, c.new_email, u.email as old_email,
          u.email_verified_at is not null as was_verified
        from email_changes c join users u on u.id = c.user_id
        where c.token_hash = ${tokenHash} and ${isPendingChangeValid} for update of u`.execute(db);
      return found.rows[0];
    },

    /** The old address may belong to another person now, so its Google identity and link are removed. */
    async setEmail(userId: string, email: string, isProven: boolean): Promise<void> {
      await sql`delete from identities where user_id = ${userId}`.execute(db);
      await sql`delete from email_verifications where user_id = ${userId}`.execute(db);
      await sql`update users set email = ${email},
        email_verified_at = case when ${isProven}::boolean then app_now() end
        where id = ${userId}`.execute(db);
    },

    async forgetExpired(): Promise<void> {
      await sql`delete from email_changes where expires_at < app_now()`.execute(db);
    },
  };
}
