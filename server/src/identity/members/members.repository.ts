import type { Role } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { workspaceName } from '../../platform/database/fragments/workspace-name.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

type MemberRow = Row<'users', 'id' | 'email'> & Row<'workspace_members', 'role' | 'joined_at'>;

export function createMembersRepository(db: Db | Tx) {
  return {
    async workspace(workspaceId: string): Promise<{ name: string | null; label: string }> {
      const found = await sql<{ name: string | null; label: string }>`
        select w.name, ${workspaceName} as label from workspaces w
        where w.id = ${workspaceId}`.execute(db);
      const [row] = found.rows;
      if (row === undefined) throw new Error('a member without their workspace');
      return row;
    },

    /** The owner first, then by the time of joining. */
    async list(workspaceId: string): Promise<MemberRow[]> {
      const found = await sql<MemberRow>`
        select u.id, u.email, m.role, m.joined_at
        from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspaceId}
        order by m.role <> 'owner', m.joined_at, u.id`.execute(db);
      return found.rows;
    },

    async find(workspaceId: string, userId: string): Promise<MemberRow | undefined> {
      const found = await sql<MemberRow>`
        select u.id, u.email, m.role, m.joined_at
        from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`.execute(db);
      return found.rows[0];
    },

    async rename(workspaceId: string, name: string): Promise<void> {
      await sql`update workspaces set name = ${name} where id = ${workspaceId}`.execute(db);
    },

    /** Selects the workspace. Returns false when the user is already a member. */
    async add(workspaceId: string, userId: string, role: Role): Promise<boolean> {
      const added = await sql`
        insert into workspace_members (workspace_id, user_id, role)
        values (${workspaceId}, ${userId}, ${role}) on conflict do nothing
        returning user_id`.execute(db);
      return added.rows.length > 0;
    },

    async setRole(workspaceId: string, userId: string, role: Role): Promise<void> {
      await sql`update workspace_members set role = ${role}
        where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
    },

    async remove(workspaceId: string, userId: string): Promise<void> {
      await sql`delete from workspace_members
        where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
      await sql`delete from api_tokens
        where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
    },

    /** Returns false when the user is not a member. */
    async choose(workspaceId: string, userId: string): Promise<boolean> {
      const chosen = await sql`
        update workspace_members set chosen_at = app_now()
        where workspace_id = ${workspaceId} and user_id = ${userId} returning user_id`.execute(db);
      return chosen.rows.length > 0;
    },

    async ownsAnother(workspaceId: string, userId: string): Promise<boolean> {
      const found = await sql`select from workspace_members
        where user_id = ${userId} and role = 'owner' and workspace_id <> ${workspaceId}`.execute(
        db,
      );
      return found.rows.length > 0;
    },

    /** Does not select the workspace. */
    async addOwnWorkspace(workspaceId: string, userId: string): Promise<void> {
      await sql`insert into workspaces (id) values (${workspaceId})`.execute(db);
      await sql`
        insert into workspace_members (workspace_id, user_id, role, chosen_at)
        values (${workspaceId}, ${userId}, 'owner', 'epoch')`.execute(db);
    },
  };
}
