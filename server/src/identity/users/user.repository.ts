import type { NotificationPreferences } from '@pontual/contract/identity/user.ts';
import { sql } from 'kysely';
import { liveSession } from '../sign-in/auth.repository.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { isPendingChangeValid } from './email-change.repository.ts';
import type { UserCredentials } from './reauthenticate.ts';

interface UserSettingsRow extends Row<
  'users',
  'notify_failed' | 'notify_at_risk' | 'notify_weekly'
> {
  has_password: boolean;
  new_email: string | null;
  expires_at: Date | null;
}

export function createUserRepository(db: Db | Tx) {
  return {
    async find(userId: string): Promise<UserSettingsRow | undefined> {
      const found = await sql<UserSettingsRow>`
        select u.password_hash is not null as has_password,
          u.notify_failed, u.notify_at_risk, u.notify_weekly, c.new_email, c.expires_at
        from users u left join email_changes c on c.user_id = u.id and ${isPendingChangeValid}
        where u.id = ${userId}`.execute(db);
      return found.rows[0];
    },

    async setNotifications(
      userId: string,
      changes: { [K in keyof NotificationPreferences]?: boolean | undefined },
    ): Promise<void> {
      await sql`update users set
          notify_failed = coalesce(${changes.postFailed ?? null}, notify_failed),
          notify_at_risk = coalesce(${changes.postAtRisk ?? null}, notify_at_risk),
          notify_weekly = coalesce(${changes.weeklySummary ?? null}, notify_weekly)
        where id = ${userId}`.execute(db);
    },

    async liveSessions(userId: string) {
      const found = await sql<Row<'sessions', 'id' | 'user_agent' | 'last_seen_at'>>`
        select s.id, s.user_agent, s.last_seen_at from sessions s
        where s.user_id = ${userId} and ${liveSession}
        order by s.last_seen_at desc, s.id desc`.execute(db);
      return found.rows;
    },

    /** Returns false when the user has no such live session. */
    async endSession(userId: string, sessionId: string): Promise<boolean> {
      const ended = await sql`delete from sessions s
        where s.id = ${sessionId} and s.user_id = ${userId} and ${liveSession}
        returning s.id`.execute(db);
      return ended.rows.length > 0;
    },

    async endSessions(userId: string, options: { except: string | undefined }): Promise<number> {
      const ended = await sql<{ was_live: boolean }>`delete from sessions s
        where s.user_id = ${userId} and s.id is distinct from ${options.except ?? null}::uuid
        returning ${liveSession} as was_live`.execute(db);
      return ended.rows.filter((row) => row.was_live).length;
    },

    /** Returns undefined when the session does not belong to this user. */
    async credentials({
      userId,
      sessionId,
    }: Pick<AuthenticatedSession, 'userId' | 'sessionId'>): Promise<UserCredentials | undefined> {
      const found = await sql<UserCredentials>`
        select u.email, u.password_hash,
          s.created_at > app_now() - interval '10 minutes' as began_lately
        from users u join sessions s on s.user_id = u.id
        where u.id = ${userId} and s.id = ${sessionId}`.execute(db);
      return found.rows[0];
    },

    /** Returns false when the password has changed since it was verified. */
    async replacePassword(
      userId: string,
      hashes: { from: string | null; to: string },
    ): Promise<boolean> {
      const replaced = await sql`update users set password_hash = ${hashes.to}
        where id = ${userId} and password_hash is not distinct from ${hashes.from} returning id`.execute(
        db,
      );
      return replaced.rows.length > 0;
    },

    async workspacesOwnedBy(userId: string): Promise<string[]> {
      const found = await db
        .selectFrom('workspace_members')
        .select('workspace_id')
        .where('user_id', '=', userId)
        .where('role', '=', 'owner')
        .execute();
      return found.map(({ workspace_id: id }) => id);
    },

    async workspacesOf(userId: string): Promise<string[]> {
      const found = await db
        .selectFrom('workspace_members')
        .select('workspace_id')
        .where('user_id', '=', userId)
        .execute();
      return found.map(({ workspace_id: id }) => id);
    },
  };
}
