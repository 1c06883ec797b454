import { sql } from 'kysely';
import { workspaceName } from '../../platform/database/fragments/workspace-name.ts';
import type { Db } from '../../platform/database/database.ts';

const PAGE_SIZE = 500;

export async function exportMemberships(
  db: Db,
  { userId, workspaceId }: { userId: string; workspaceId: string },
) {
  const workspaces = await sql<Record<string, unknown>>`
    select w.id as _id, ${workspaceName} as name, m.role, m.joined_at as "joinedAt"
    from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} order by m.joined_at`.execute(db);
  // The content of those posts belongs to the other team.
  const answersElsewhere = await sql<Record<string, unknown>>`
    select id as _id, workspace_id as workspace, post_id as post, name, verdict, note,
      content_hash as "contentHash", answered_at as at
    from approval_answers where user_id = ${userId} and workspace_id <> ${workspaceId}
    order by answered_at, id`.execute(db);
  return { workspaces: workspaces.rows, answersElsewhere: answersElsewhere.rows };
}

export async function exportTeam(db: Db, workspaceId: string) {
  const members = await sql<Record<string, unknown>>`
    select u.id as _id, u.email, m.role, m.joined_at as "joinedAt"
    from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} order by m.joined_at`.execute(db);
  const invitations = await sql<Record<string, unknown>>`
    select id as _id, email, role, invited_by as "invitedBy", created_at as "createdAt",
      sent_at as "sentAt", expires_at as "expiresAt", outcome, ended_at as "endedAt"
    from invitations where workspace_id = ${workspaceId} order by created_at`.execute(db);
  return { members: members.rows, invitations: invitations.rows };
}

type AuditRecord = Record<string, unknown> & { _id: string };

/** Oldest first. Details of entries of a workspace that the user has left stay with that team. */
export async function* exportAuditLog(
  db: Db,
  { workspaceId, actorId = null }: { workspaceId: string; actorId?: string | null },
) {
  for (let after: string | undefined = '0'; after !== undefined;) {
    const page: { rows: AuditRecord[] } = await sql<AuditRecord>`
      select id as _id, workspace_id as workspace, at, kind, done_by as "doneBy",
        actor_id as actor, subject_id as subject, post_id as post,
        case when workspace_id = ${workspaceId} or exists (
            select from workspace_members m
            where m.workspace_id = audit_entries.workspace_id and m.user_id = ${actorId})
          then detail else '{}' end as detail
      from audit_entries
      where id > ${after}::bigint and (workspace_id = ${workspaceId} or actor_id = ${actorId})
      order by id limit ${PAGE_SIZE}`.execute(db);
    yield* page.rows;
    after = page.rows.length < PAGE_SIZE ? undefined : page.rows.at(-1)?._id;
  }
}
