import { workspaceName } from '../../platform/database/fragments/workspace-name.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { firstConnection } from '../../platform/database/fragments/connection-order.ts';

const IDLE = sql`interval '7 days'`;
const LIFETIME = sql`interval '30 days'`;
const MAX_USER_AGENT = 300;
export const liveSession = sql<boolean>`(
  s.expires_at > app_now() and s.last_seen_at > app_now() - ${IDLE})`;
/** A read need not write each time. */
const LAST_SEEN_PRECISION = sql`interval '5 minutes'`;

/** The default workspace of a request that names none. */
const lastChosenFirst = sql`m.chosen_at desc, m.workspace_id desc`;

/** Teams are a paid feature: on the free plan every member except the owner only reads. */
export const effectiveRole = sql<Role>`case
  when m.role <> 'owner' and w.plan = 'free' then 'viewer' else m.role end`;

interface WorkspaceView {
  _id: string;
  name: string;
  role: Role;
}

export type UserView = Row<'users', 'id' | 'email'> &
  Row<'workspaces', 'plan' | 'subscription_status'> & {
    isEmailVerified: boolean;
    ig_user_id: string | null;
    username: string | null;
    connected_at: Date | null;
    picture_file_id: string | null;
    workspace_id: string;
    role: Role;
    workspaces: WorkspaceView[];
    memberCount: number;
    accounts: number;
  };

const workspacesOf = (userId: string) => sql`(
  select coalesce(json_agg(json_build_object('_id', t.id, 'name', t.name, 'role', t.role)
    order by t.role <> 'owner', t.joined_at, t.id), '[]')
  from (
    select w.id, ${workspaceName} as name, ${effectiveRole} as role, m.joined_at
    from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId}) t)`;

export function createAuthRepository(db: Db | Tx) {
  return {
    /** Returns false when another user has the address. */
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

    /** Without `workspaceId`, the one selected last; undefined: the user is not a member. */
    findUser: (userId: string, workspaceId?: string) => findUser(db, userId, workspaceId),

    /** Returns false when the password has changed since it was verified. */
    async insertSession(session: {
      id: string;
      userId: string;
      /** The password was verified against it; absent when the user signed in with Google. */
      passwordHash?: string | undefined;
      tokenHash: Buffer;
      userAgent: string;
    }): Promise<boolean> {
      // The row lock orders this insert and a password change: the change is seen or ends the session.
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

    /** Without `requestedWorkspaceId`, the one selected last; role null: the user is not a member. */
    async findSession(tokenHash: Buffer, requestedWorkspaceId?: string) {
      const found = await sql<{
        id: string;
        user_id: string;
        workspace_id: string | null;
        role: Role | null;
        stale: boolean;
      }>`
        select s.id, s.user_id, t.workspace_id, t.role,
          s.last_seen_at < app_now() - ${LAST_SEEN_PRECISION} as stale
        from sessions s left join lateral (
          select m.workspace_id, ${effectiveRole} as role
          from workspace_members m join workspaces w on w.id = m.workspace_id
          where m.user_id = s.user_id
            and m.workspace_id = coalesce(${requestedWorkspaceId ?? null}::uuid, m.workspace_id)
          order by ${lastChosenFirst} limit 1) t on true
        where s.token_hash = ${tokenHash} and ${liveSession}`.execute(db);
      return found.rows[0];
    },

    async touchSession(id: string): Promise<void> {
      await sql`update sessions set last_seen_at = app_now() where id = ${id}`.execute(db);
    },

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

async function findUser(
  db: Db | Tx,
  userId: string,
  workspaceId?: string,
): Promise<UserView | undefined> {
  const found = await sql<UserView>`
    select u.id, u.email, u.email_verified_at is not null as "isEmailVerified", w.plan, w.subscription_status, w.id as workspace_id,
      ${effectiveRole} as role, a.ig_user_id, a.username, c.connected_at, c.picture_file_id,
      (select count(*)::int from workspace_members k where k.workspace_id = w.id) as "memberCount",
      (select count(*)::int from instagram_connections k
       where k.workspace_id = w.id and k.ended_at is null) as accounts,
      ${workspacesOf(userId)} as workspaces
    from users u join workspace_members m on m.user_id = u.id
      join workspaces w on w.id = m.workspace_id
      left join instagram_connections c on c.id = ${firstConnection(sql`w.id`)}
      left join instagram_accounts a on a.ig_user_id = c.ig_user_id
    where u.id = ${userId}
      and m.workspace_id = coalesce(${workspaceId ?? null}::uuid, m.workspace_id)
    order by ${lastChosenFirst} limit 1`.execute(db);
  return found.rows[0];
}
