import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** A session idle for longer, or older, has ended. */
const IDLE = sql`interval '7 days'`;
const LIFETIME = sql`interval '30 days'`;
const MAX_USER_AGENT = 300;
/** Of `sessions s`. */
export const liveSession = sql<boolean>`(
  s.expires_at > app_now() and s.last_seen_at > app_now() - ${IDLE})`;
/** How stale `last_seen_at` may be: reading must not mean writing each time. */
const SEEN_PRECISION = sql`interval '5 minutes'`;

export type UserView = Pick<Selectable<Tables['users']>, 'id' | 'email'> &
  Pick<Selectable<Tables['workspaces']>, 'plan' | 'subscription_status'> & {
    ig_user_id: string | null;
    username: string | null;
    connected_at: Date | null;
    picture_file_id: string | null;
  };

/** SQL of accounts and sessions. */
export function createAuthRepository(db: Db | Tx) {
  return {
    /** Answers false when the address has an account already. */
    async insertUser(user: {
      id: string;
      email: string;
      passwordHash: string | null;
    }): Promise<boolean> {
      const inserted = await db
        .insertInto('users')
        .values({ id: user.id, email: user.email, password_hash: user.passwordHash })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    async insertWorkspace(workspaceId: string, userId: string): Promise<void> {
      await db.insertInto('workspaces').values({ id: workspaceId }).execute();
      await db
        .insertInto('workspace_members')
        .values({ workspace_id: workspaceId, user_id: userId })
        .execute();
    },

    findByEmail(email: string) {
      return db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .executeTakeFirst();
    },

    findUser(userId: string): Promise<UserView | undefined> {
      return db
        .selectFrom('users as u')
        .innerJoin('workspace_members as m', 'm.user_id', 'u.id')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .leftJoin('instagram_connections as c', (join) =>
          join.onRef('c.workspace_id', '=', 'w.id').on('c.ended_at', 'is', null),
        )
        .leftJoin('instagram_accounts as a', 'a.ig_user_id', 'c.ig_user_id')
        .select(['u.id', 'u.email', 'w.plan', 'w.subscription_status'])
        .select(['a.ig_user_id', 'a.username', 'c.connected_at', 'c.picture_file_id'])
        .where('u.id', '=', userId)
        .executeTakeFirst();
    },

    /** Answers false when the password is no longer the one that was proved. */
    async insertSession(session: {
      id: string;
      userId: string;
      /** By which its user has proved who they are; without one they have done so elsewhere. */
      passwordHash?: string | undefined;
      tokenHash: Buffer;
      userAgent: string;
    }): Promise<boolean> {
      // The lock: a change of the password either is seen here, or sees this session and ends it.
      const inserted = await sql`
        with proved as (
          select id from users
          where id = ${session.userId} and (${session.passwordHash ?? null}::text is null
            or password_hash = ${session.passwordHash ?? null}) for share)
        insert into sessions (id, user_id, token_hash, user_agent, expires_at)
        select ${session.id}::uuid, id, ${session.tokenHash}::bytea,
          ${session.userAgent.slice(0, MAX_USER_AGENT)}, app_now() + ${LIFETIME} from proved
        returning id`.execute(db);
      return inserted.rows.length > 0;
    },

    /** The live session of a token, with the workspace it acts in. */
    async findSession(tokenHash: Buffer) {
      const found = await sql<{
        id: string;
        user_id: string;
        workspace_id: string;
        stale: boolean;
      }>`
        select s.id, s.user_id, m.workspace_id, s.last_seen_at < app_now() - ${SEEN_PRECISION} as stale
        from sessions s join workspace_members m on m.user_id = s.user_id
        where s.token_hash = ${tokenHash} and ${liveSession}`.execute(db);
      return found.rows[0];
    },

    async touchSession(id: string): Promise<void> {
      await sql`update sessions set last_seen_at = app_now() where id = ${id}`.execute(db);
    },

    /** Forgets what has ended by itself: sessions, and keys of requests a day old. */
    async forgetExpired(): Promise<void> {
      await sql`delete from sessions
        where expires_at < app_now() or last_seen_at < app_now() - ${IDLE}`.execute(db);
      await sql`delete from idempotency_keys
        where created_at < app_now() - interval '24 hours'`.execute(db);
    },

    async deleteSession(id: string): Promise<void> {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },
  };
}
