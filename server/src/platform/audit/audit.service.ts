import { sql, type RawBuilder } from 'kysely';
import { getRequestActor, type RequestActor } from '../http/request-actor.ts';
import type { Db, Tx } from '../database/database.ts';
import type { AuditKind } from './audit.presenter.ts';

export interface AuditEntryInput {
  workspaceId: string;
  kind: AuditKind;
  subjectId?: string;
  /** The entry stores the caption, so that a deleted post can still be named. */
  postId?: string;
  detail?: Record<string, unknown>;
  /** For a request without a session, such as an OAuth callback. Default: the actor of the request. */
  actorId?: string;
}

const CAPTION_EXCERPT_LENGTH = 80;

/** Must run before the post is deleted, since the entry copies the caption. */
export async function recordAudit(db: Db | Tx, entry: AuditEntryInput): Promise<void> {
  const { workspaceId, kind, subjectId = null, postId = null, detail = {} } = entry;
  const acting = getRequestActor();
  const { actorId = acting?.userId ?? null } = entry;
  await sql`
    insert into audit_entries
      (workspace_id, kind, actor_id, done_by, subject_id, post_id, detail)
    select ${workspaceId}::uuid, ${kind}, ${actorId}::uuid,
      ${entry.actorId === undefined ? actorKind(acting) : 'person'}, ${subjectId}::uuid, ${postId}::uuid,
      ${JSON.stringify(detail)}::jsonb || coalesce((
        select jsonb_build_object('caption', left(p.caption, ${CAPTION_EXCERPT_LENGTH}))
        from posts p where p.id = ${postId}::uuid), '{}')`.execute(db);
}

const actorKind = (acting: RequestActor | undefined) =>
  acting === undefined ? 'system' : 'tokenId' in acting.credential ? 'program' : 'person';

export interface AuthorAction {
  postId: string;
  kind: string;
  detail?: Record<string, unknown> | undefined;
}

/**
 * The end of a statement that begins with `with`: writes the actions to the histories of their posts and to the
 * audit log.
 */
export function recordActions(actions: readonly AuthorAction[]): RawBuilder<unknown> {
  if (actions.length === 0) return sql`select`;
  const acting = getRequestActor();
  const rows = actions.map(({ postId, kind, detail = {} }) => ({ post_id: postId, kind, detail }));
  return sql`, recorded as (
      insert into post_events (post_id, kind, detail)
      select post_id, kind, detail
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e(post_id uuid, kind text, detail jsonb)
      returning id, post_id, at, kind)
    insert into audit_entries
      (workspace_id, at, kind, actor_id, done_by, post_id, post_event_id, detail)
    select p.workspace_id, r.at, 'post.' || r.kind, ${acting?.userId ?? null}::uuid,
      ${actorKind(acting)}, p.id, r.id,
      jsonb_build_object('caption', left(p.caption, ${CAPTION_EXCERPT_LENGTH}))
    from recorded r join posts p on p.id = r.post_id`;
}
