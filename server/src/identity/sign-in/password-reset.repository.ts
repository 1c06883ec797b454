import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** From the time at which the email is sent. */
const LIFETIME = sql`interval '30 minutes'`;
/** Strangers may request resets of anybody: they cause one email in this time, for which its link stays valid. */
const INTERVAL = sql`interval '15 minutes'`;
const MAX_REQUEST_AGE = sql`interval '1 day'`;

export function createPasswordResetRepository(db: Db | Tx) {
  return {
    /** Replaces a request older than INTERVAL. One statement, so that an unknown address costs the same time. */
    async createRequest(request: { email: string; resetId: string; browserHash: Buffer }) {
      const { email, resetId, browserHash } = request;
      const found = await sql<{ has_password: boolean }>`
        with account as (
          select id, password_hash is not null as has_password from users
          where lower(email) = ${email.toLowerCase()} for update),
        reset as (
          insert into password_resets (user_id, id, browser_hash)
          select id, ${resetId}::uuid, ${browserHash}::bytea from account where has_password
          on conflict (user_id) do update set
            id = excluded.id, browser_hash = excluded.browser_hash,
            token_hash = null, expires_at = null, created_at = app_now()
          where password_resets.created_at <= app_now() - ${INTERVAL})
        select has_password from account`.execute(db);
      return found.rows[0];
    },

    /** Returns undefined when an earlier or newer request counts in place of this one, or the link was used. */
    async setToken(resetId: string, tokenHash: Buffer) {
      const updated = await sql<{ email: string; expires_at: Date }>`
        update password_resets r
        set token_hash = ${tokenHash}, expires_at = app_now() + ${LIFETIME}
        from users u
        where r.id = ${resetId} and u.id = r.user_id
        returning u.email, r.expires_at`.execute(db);
      return updated.rows[0];
    },

    async isLive(tokenHash: Buffer): Promise<boolean> {
      const found = await sql`
        select from password_resets
        where token_hash = ${tokenHash} and expires_at > app_now()`.execute(db);
      return found.rows.length > 0;
    },

    /** The same lock as `lockUserByEmail` (google.repository.ts): a reset may lock the workspace later. */
    async lockUserOf(tokenHash: Buffer): Promise<void> {
      await sql`
        select from users
        where id = (select user_id from password_resets where token_hash = ${tokenHash})
        for no key update`.execute(db);
    },

    /** Returns undefined when the link is not valid. */
    async consume(tokenHash: Buffer) {
      const consumed = await sql<{ user_id: string; browser_hash: Buffer }>`
        delete from password_resets
        where token_hash = ${tokenHash} and expires_at > app_now()
        returning user_id, browser_hash`.execute(db);
      return consumed.rows[0];
    },

    /** First the password: this waits for a concurrent login with the old one and ends its session. */
    async setPasswordAndEndSessions(userId: string, passwordHash: string): Promise<void> {
      await sql`update users set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
      await sql`delete from sessions where user_id = ${userId}`.execute(db);
    },

    async forgetExpired(): Promise<void> {
      await sql`
        delete from password_resets
        where expires_at < app_now()
          or expires_at is null and created_at < app_now() - ${MAX_REQUEST_AGE}`.execute(db);
    },
  };
}
