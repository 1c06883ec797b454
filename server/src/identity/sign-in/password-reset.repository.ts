import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** A link works for so long from when its mail goes out. */
const LIFETIME = sql`interval '30 minutes'`;
/** Nobody waits for the mail any longer. */
const MAX_REQUEST_AGE = sql`interval '1 day'`;

/** SQL of forgotten passwords. */
export function createPasswordResetRepository(db: Db | Tx) {
  return {
    /**
     * Writes down what the holder of an address asked for, and the mail; what was asked for before
     * is over. One statement, that an unknown address costs as well.
     */
    async createRequest(request: { email: string; mailId: string; browserHash: Buffer }) {
      const { email, mailId, browserHash } = request;
      const found = await sql<{ has_password: boolean }>`
        with account as (
          select id, password_hash is not null as has_password from users
          where lower(email) = ${email.toLowerCase()} for update),
        reset as (
          insert into password_resets (user_id, mail_id, browser_hash)
          select id, ${mailId}::uuid, ${browserHash}::bytea from account where has_password
          on conflict (user_id) do update set
            mail_id = excluded.mail_id, browser_hash = excluded.browser_hash,
            token_hash = null, expires_at = null, created_at = app_now()
          returning user_id),
        overtaken as (
          delete from account_mails
          where kind = 'password-reset' and user_id in (select user_id from reset)),
        mail as (
          insert into account_mails (id, user_id, kind)
          select ${mailId}::uuid, user_id, 'password-reset' from reset)
        select has_password from account`.execute(db);
      return found.rows[0];
    },

    /** Gives the mail's link its token; undefined when another was asked for since. */
    async setToken(mailId: string, tokenHash: Buffer): Promise<Date | undefined> {
      const updated = await sql<{ expires_at: Date }>`
        update password_resets set token_hash = ${tokenHash}, expires_at = app_now() + ${LIFETIME}
        where mail_id = ${mailId}
        returning expires_at`.execute(db);
      return updated.rows[0]?.expires_at;
    },

    async isLive(tokenHash: Buffer): Promise<boolean> {
      const found = await sql`
        select from password_resets
        where token_hash = ${tokenHash} and expires_at > app_now()`.execute(db);
      return found.rows.length > 0;
    },

    /**
     * Until the transaction ends, nobody else changes how the link's user comes in. No more than that:
     * whoever writes a post holds its workspace and then names the user, and a reset may come to hold it.
     */
    async lockUserOf(tokenHash: Buffer): Promise<void> {
      await sql`
        select from users
        where id = (select user_id from password_resets where token_hash = ${tokenHash})
        for no key update`.execute(db);
    },

    /** Uses a link up, and its mail if it is being sent once more; undefined when it is not live. */
    async consume(tokenHash: Buffer) {
      const consumed = await sql<{ user_id: string; browser_hash: Buffer }>`
        with used as (
          delete from password_resets
          where token_hash = ${tokenHash} and expires_at > app_now()
          returning user_id, mail_id, browser_hash),
        unsent as (delete from account_mails where id in (select mail_id from used))
        select user_id, browser_hash from used`.execute(db);
      return consumed.rows[0];
    },

    /**
     * In this order: a login that has proved the old password is waited for, and its session ended.
     * Answers the address of the user.
     */
    async setPasswordAndEndSessions(userId: string, passwordHash: string): Promise<string> {
      const changed = await sql<{ email: string }>`
        update users set password_hash = ${passwordHash} where id = ${userId}
        returning email`.execute(db);
      await sql`delete from sessions where user_id = ${userId}`.execute(db);
      const [user] = changed.rows;
      if (user === undefined) throw new Error('a link without its user');
      return user.email;
    },

    async forgetExpired(): Promise<void> {
      await sql`
        delete from password_resets
        where expires_at < app_now()
          or expires_at is null and created_at < app_now() - ${MAX_REQUEST_AGE}`.execute(db);
    },
  };
}
