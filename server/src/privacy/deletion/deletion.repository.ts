import { sql } from 'kysely';
import { loginsWith } from '../../instagram/graph/logins.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

/**
 * `workspace_id` is null if each workspace stays with another owner; `email`, for the confirmation, is null for the
 * deletion of a further workspace.
 */
export interface Deletion extends Row<
  'deletions',
  'id' | 'code' | 'workspace_id' | 'email' | 'email_proven'
> {
  user_id: string;
  step: string;
  step_ms: number;
}

/** The token is encrypted. */
export type MetaGrant = Row<'instagram_connections', 'ig_user_id' | 'authorizer_id' | 'user_token'>;

/** After this time without an update the job counts as lost. */
const staleAfter = sql`interval '10 minutes'`;
const retention = sql`interval '6 months'`;

export function createDeletionRepository(db: Db | Tx) {
  return {
    async insert(deletion: {
      id: string;
      code: string;
      userId: string;
      workspaceId: string | null;
      email: string | null;
      emailProven: boolean;
      step: string;
    }): Promise<void> {
      await db
        .insertInto('deletions')
        .values({
          id: deletion.id,
          code: deletion.code,
          kind: 'account',
          user_id: deletion.userId,
          workspace_id: deletion.workspaceId,
          email: deletion.email,
          email_proven: deletion.emailProven,
          step: deletion.step,
        })
        .execute();
    },

    /** Returns undefined if the deletion is finished. */
    async claim(id: string): Promise<Deletion | undefined> {
      const claimed = await sql<Deletion>`
        update deletions set woken_at = app_now()
        where id = ${id} and kind = 'account' and finished_at is null
        returning id, code, user_id, workspace_id, email, email_proven, step,
          (extract(epoch from app_now() - step_since) * 1000)::float8 as step_ms`.execute(db);
      return claimed.rows[0];
    },

    /** Deletions of this user in progress that began before and after this one. */
    async countSiblings({ id, user_id: userId }: Pick<Deletion, 'id' | 'user_id'>) {
      const found = await sql<{ earlier: number; later: number }>`
        select count(*) filter (where id < ${id})::int as earlier,
          count(*) filter (where id > ${id})::int as later
        from deletions where user_id = ${userId} and id <> ${id} and finished_at is null
          and kind = 'account'`.execute(db);
      return found.rows[0] ?? { earlier: 0, later: 0 };
    },

    /** Has no effect if another process has advanced the deletion. */
    async advanceStep(id: string, from: string, to: string): Promise<void> {
      await sql`update deletions set step = ${to}, step_since = app_now()
        where id = ${id} and step = ${from}`.execute(db);
    },

    /** Blocks sign-ins, which lock the user `for share`, and not the creation of a post, which refers to it. */
    async lockUser(userId: string): Promise<void> {
      await sql`select from users where id = ${userId} for no key update`.execute(db);
    },

    /** Ends the sign-in methods and frees the email for another account. Returns whether it was verified. */
    async anonymizeUser(userId: string): Promise<boolean> {
      await sql`delete from identities where user_id = ${userId}`.execute(db);
      const updated = await sql<{ isProven: boolean }>`
        update users u set email = u.id || '@excluida.invalid', password_hash = null,
          email_verified_at = null, notify_failed = false, notify_at_risk = false, notify_weekly = false
        from users before where u.id = ${userId} and before.id = u.id
        returning before.email_verified_at is not null as "isProven"`.execute(db);
      return updated.rows[0]?.isProven ?? false;
    },

    /** Those of these users that exist, and are not being deleted. */
    async findUndeleted(userIds: readonly string[]) {
      const found = await sql<Row<'users', 'id' | 'email'>>`
        select id, email from users u where id = any(${userIds}::uuid[])
          and not exists (select from deletions d where d.user_id = u.id)`.execute(db);
      return found.rows;
    },

    /**
     * A person grants one permission for all workspaces, so it stays while any of them uses it.
     */
    async findUnusedGrants(workspaceId: string): Promise<MetaGrant[]> {
      const found = await sql<MetaGrant>`
        select distinct on (login, authorizer_id) ig_user_id, authorizer_id, user_token
        from instagram_connections k
        where workspace_id = ${workspaceId} and login = any(${loginsWith('revokesPermissions')}) and not exists (
          select from instagram_connections o
          where o.authorizer_id = k.authorizer_id and o.login = k.login and o.ended_at is null)
        order by login, authorizer_id, connected_at desc`.execute(db);
      return found.rows;
    },

    async finish(id: string): Promise<void> {
      await sql`
        update deletions
        set step = null, finished_at = app_now(), user_id = null, workspace_id = null, email = null
        where id = ${id} and finished_at is null`.execute(db);
    },

    async findStale(): Promise<string[]> {
      const found = await sql<{ id: string }>`
        select id from deletions
        where kind = 'account' and finished_at is null and woken_at < app_now() - ${staleAfter}`.execute(
        db,
      );
      return found.rows.map(({ id }) => id);
    },

    async forgetOld(): Promise<void> {
      await sql`delete from deletions
        where finished_at < app_now() - ${retention}`.execute(db);
    },
  };
}
