import type { Role } from '@pontual/contract/shared/roles.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import { sql } from 'kysely';
import { effectiveRole } from '../../identity/sign-in/auth.repository.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

interface TokenRow extends Row<
  'api_tokens',
  'id' | 'name' | 'workspace_id' | 'scopes' | 'created_at' | 'expires_at' | 'last_used_at'
> {
  is_expired: boolean;
}

/** A request does not always write `last_used_at`. */
const USED_PRECISION = sql`interval '5 minutes'`;
const RETENTION = sql`interval '30 days'`;

export function createApiTokensRepository(db: Db | Tx) {
  return {
    /** Only while the owner of the token is a member of its workspace. */
    async findHolder(tokenHash: Buffer) {
      const found = await sql<
        Row<'api_tokens', 'id' | 'user_id' | 'workspace_id' | 'scopes'> & {
          role: Role;
          stale: boolean;
        }
      >`
        select t.id, t.user_id, t.workspace_id, ${effectiveRole} as role, t.scopes,
          coalesce(t.last_used_at < app_now() - ${USED_PRECISION}, true) as stale
        from api_tokens t
          join workspace_members m on m.user_id = t.user_id and m.workspace_id = t.workspace_id
          join workspaces w on w.id = m.workspace_id
        where t.token_hash = ${tokenHash} and t.expires_at > app_now()`.execute(db);
      return found.rows[0];
    },

    async touch(id: string): Promise<void> {
      await sql`update api_tokens set last_used_at = app_now() where id = ${id}`.execute(db);
    },

    async listByUser(userId: string): Promise<TokenRow[]> {
      const found = await sql<TokenRow>`
        select id, name, workspace_id, scopes, created_at, expires_at, last_used_at,
          expires_at <= app_now() as is_expired
        from api_tokens where user_id = ${userId}
        order by created_at desc, id desc`.execute(db);
      return found.rows;
    },

    /** A lock prevents new tokens until the transaction ends. */
    async countLive(userId: string): Promise<number> {
      await sql`select from users where id = ${userId} for no key update`.execute(db);
      const found = await sql<{ count: number }>`
        select count(*)::int as count from api_tokens
        where user_id = ${userId} and expires_at > app_now()`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async insert(token: {
      id: string;
      userId: string;
      workspaceId: string;
      tokenHash: Buffer;
      name: string;
      scopes: readonly Scope[];
      days: number;
    }): Promise<void> {
      await sql`
        insert into api_tokens
          (id, user_id, workspace_id, token_hash, name, scopes, expires_at)
        values (${token.id}, ${token.userId}, ${token.workspaceId}, ${token.tokenHash},
          ${token.name}, ${token.scopes}::text[],
          app_now() + make_interval(days => ${token.days}))`.execute(db);
    },

    async remove(userId: string, id: string) {
      const removed = await sql<Row<'api_tokens', 'workspace_id' | 'name'>>`
        delete from api_tokens where id = ${id} and user_id = ${userId}
        returning workspace_id, name`.execute(db);
      return removed.rows[0];
    },

    async deleteOld(): Promise<void> {
      await sql`delete from api_tokens where expires_at < app_now() - ${RETENTION}`.execute(db);
    },
  };
}
