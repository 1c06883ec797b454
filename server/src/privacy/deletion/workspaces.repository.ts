import type { getDeletionImpact } from '@pontual/contract/identity/user.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Condition on `workspace_members m`: the workspace has no other owner. */
const isDeletedWithUser = sql<boolean>`m.role = 'owner' and not exists (
  select from workspace_members o where o.workspace_id = m.workspace_id
    and o.user_id <> m.user_id and o.role = 'owner')`;

interface FormerMember {
  userId: string;
  team: string | null;
}

/** Without a membership a user can change nothing and gets no notifications. */
export async function leaveWorkspaces(
  tx: Tx,
  userId: string,
): Promise<{ deletedWorkspaceIds: string[]; formerMembers: readonly FormerMember[] }> {
  // Two owners who leave at once must not each see the other stay.
  await sql`select from workspaces
    where id in (select workspace_id from workspace_members where user_id = ${userId})
    order by id for no key update`.execute(tx);
  const removedMemberships = await sql<{ workspace_id: string; goes: boolean }>`
    delete from workspace_members m where user_id = ${userId}
    returning workspace_id, ${isDeletedWithUser} as goes`.execute(tx);
  const deletedWorkspaceIds = removedMemberships.rows
    .filter((row) => row.goes)
    .map(({ workspace_id: id }) => id);
  const removedMembers = await sql<FormerMember>`
    with gone as (
      delete from workspace_members where workspace_id = any(${deletedWorkspaceIds}::uuid[])
      returning workspace_id, user_id)
    select g.user_id as "userId", w.name as team
    from gone g join workspaces w on w.id = g.workspace_id
    order by g.user_id`.execute(tx);
  await sql`update invitations set outcome = 'revoked', ended_at = app_now()
    where workspace_id = any(${deletedWorkspaceIds}::uuid[]) and ended_at is null`.execute(tx);
  // The row holds the post, so it stays; a new link id invalidates the sent link.
  await sql`update approvals set link_id = gen_random_uuid(), link_expires_at = app_now()
    where workspace_id = any(${deletedWorkspaceIds}::uuid[])`.execute(tx);
  return { deletedWorkspaceIds, formerMembers: removedMembers.rows };
}

export async function findDeletionImpact(
  db: Db,
  userId: string,
): Promise<DataOf<typeof getDeletionImpact>> {
  const found = await sql<{
    _id: string;
    name: string | null;
    is_paying: boolean;
    others: number;
    scheduled: number;
  }>`
    select w.id as _id, w.name, w.plan <> 'free' as is_paying,
      (select count(*)::int from workspace_members k
       where k.workspace_id = w.id and k.user_id <> m.user_id) as others,
      (select count(*)::int from posts_with_publication p
       where p.workspace_id = w.id and p.status in ('scheduled', 'pending')) as scheduled
    from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and ${isDeletedWithUser} order by m.joined_at, w.id`.execute(db);
  const all = found.rows;
  return {
    scheduled: all.reduce((sum, { scheduled }) => sum + scheduled, 0),
    isPaying: all.some((one) => one.is_paying),
    teams: all.filter(({ others }) => others > 0),
  };
}
