import { EMAIL_LINK_MINUTES, type Notifications } from '@pontual/contract/account.ts';
import { sql } from 'kysely';
import { liveSession } from '../auth/auth.repository.ts';
import type { Db, Tx } from '../database/database.ts';

const LINK_HOLDS = sql`make_interval(mins => ${sql.lit(EMAIL_LINK_MINUTES)})`;
/** Of `email_changes c` and its `users u`: in time, and the password is the one that asked. */
const stillHolds = sql`(c.expires_at > app_now()
  and c.password_sha256 = sha256(convert_to(u.password_hash, 'UTF8')))`;

interface AccountRow {
  has_password: boolean;
  notify_failed: boolean;
  notify_at_risk: boolean;
  notify_weekly: boolean;
  new_email: string | null;
  expires_at: Date | null;
}

/** SQL of what users change of their accounts. */
export function createAccountRepository(db: Db | Tx) {
  return {
    async find(userId: string): Promise<AccountRow | undefined> {
      const found = await sql<AccountRow>`
        select u.password_hash is not null as has_password,
          u.notify_failed, u.notify_at_risk, u.notify_weekly, c.new_email, c.expires_at
        from users u left join email_changes c on c.user_id = u.id and ${stillHolds}
        where u.id = ${userId}`.execute(db);
      return found.rows[0];
    },

    async setNotifications(
      userId: string,
      wanted: { [K in keyof Notifications]?: boolean | undefined },
    ): Promise<void> {
      await sql`update users set
          notify_failed = coalesce(${wanted.postFailed ?? null}, notify_failed),
          notify_at_risk = coalesce(${wanted.postAtRisk ?? null}, notify_at_risk),
          notify_weekly = coalesce(${wanted.weeklySummary ?? null}, notify_weekly)
        where id = ${userId}`.execute(db);
    },

    async liveSessions(userId: string) {
      const found = await sql<{ id: string; user_agent: string; last_seen_at: Date }>`
        select s.id, s.user_agent, s.last_seen_at from sessions s
        where s.user_id = ${userId} and ${liveSession}
        order by s.last_seen_at desc, s.id desc`.execute(db);
      return found.rows;
    },

    /** Answers false when the user has no such live session. */
    async endSession(userId: string, sessionId: string): Promise<boolean> {
      const ended = await sql`delete from sessions s
        where s.id = ${sessionId} and s.user_id = ${userId} and ${liveSession}
        returning s.id`.execute(db);
      return ended.rows.length > 0;
    },

    /** Answers how many live ones ended. */
    async endSessions(userId: string, but: { except: string | undefined }): Promise<number> {
      const ended = await sql<{ was_live: boolean }>`delete from sessions s
        where s.user_id = ${userId} and s.id is distinct from ${but.except ?? null}::uuid
        returning ${liveSession} as was_live`.execute(db);
      return ended.rows.filter((row) => row.was_live).length;
    },

    credentials(userId: string) {
      return db
        .selectFrom('users')
        .select(['email', 'password_hash'])
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    /** Answers false when the password is no longer the one that was proved. */
    async replacePassword(userId: string, hashes: { from: string; to: string }): Promise<boolean> {
      const replaced = await sql`update users set password_hash = ${hashes.to}
        where id = ${userId} and password_hash = ${hashes.from} returning id`.execute(db);
      return replaced.rows.length > 0;
    },

    async hasUser(email: string): Promise<boolean> {
      const found =
        await sql`select from users where lower(email) = ${email.toLowerCase()}`.execute(db);
      return found.rows.length > 0;
    },

    /** In place of an earlier one; answers until when the link holds. */
    async keepEmailChange(change: {
      userId: string;
      newEmail: string;
      tokenHash: Buffer;
      passwordHash: string;
    }): Promise<Date> {
      const { userId, newEmail, tokenHash, passwordHash } = change;
      const kept = await sql<{ expires_at: Date }>`
        insert into email_changes (user_id, new_email, token_hash, password_sha256, expires_at)
        values (${userId}, ${newEmail}, ${tokenHash},
          sha256(convert_to(${passwordHash}::text, 'UTF8')), app_now() + ${LINK_HOLDS})
        on conflict (user_id) do update set new_email = excluded.new_email,
          token_hash = excluded.token_hash, password_sha256 = excluded.password_sha256,
          created_at = excluded.created_at, expires_at = excluded.expires_at
        returning expires_at`.execute(db);
      const [row] = kept.rows;
      if (row === undefined) throw new Error('an upsert returned nothing');
      return row.expires_at;
    },

    /** With a token's hash, only the change of that token. Answers whether there was one. */
    async forgetEmailChange(userId: string, tokenHash?: Buffer): Promise<boolean> {
      const forgotten = await sql`delete from email_changes where user_id = ${userId}
        and (${tokenHash ?? null}::bytea is null or token_hash = ${tokenHash ?? null})
        returning user_id`.execute(db);
      return forgotten.rows.length > 0;
    },

    /** The change of a token; its user is locked, as whoever changes the password does first too. */
    async findEmailChange(tokenHash: Buffer) {
      const found = await sql<{ user_id: string; new_email: string; old_email: string }>`
        select c.user_id, c.new_email, u.email as old_email
        from email_changes c join users u on u.id = c.user_id
        where c.token_hash = ${tokenHash} and ${stillHolds} for update of u`.execute(db);
      return found.rows[0];
    },

    async setEmail(userId: string, email: string): Promise<void> {
      await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
    },

    async workspaceOf(userId: string): Promise<string | undefined> {
      const found = await db
        .selectFrom('workspace_members')
        .select('workspace_id')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return found?.workspace_id;
    },

    async forgetOld(): Promise<void> {
      await sql`delete from email_changes where expires_at < app_now()`.execute(db);
    },
  };
}
