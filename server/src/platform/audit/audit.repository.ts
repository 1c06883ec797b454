import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { Row } from '../database/rows.ts';

export interface AuditRow extends Row<
  'audit_entries',
  'id' | 'at' | 'kind' | 'done_by' | 'post_id' | 'detail'
> {
  /** Null if no user acted, or if that user was deleted. */
  actor: string | null;
  subject: string | null;
}

/** Undefined: no user acted. */
interface Actor {
  actorId: string | undefined;
  doneBy: AuditRow['done_by'];
}

export interface AuthorAction {
  postId: string;
  kind: string;
  detail?: Record<string, unknown> | undefined;
}

const retention = sql`interval '12 months'`;
/** Entries deleted per statement, so that the row locks stay short. */
const DELETE_BATCH_SIZE = 1000;
const CAPTION_EXCERPT_LENGTH = 80;

/** The entry of a post copies its caption. */
export async function insertAuditEntry(
  db: Db | Tx,
  entry: Actor & {
    workspaceId: string;
    kind: string;
    subjectId?: string | undefined;
    postId?: string | undefined;
    detail?: Record<string, unknown> | undefined;
  },
): Promise<void> {
  const { workspaceId, kind, actorId, doneBy, subjectId, postId = null, detail = {} } = entry;
  await sql`
    insert into audit_entries
      (workspace_id, kind, actor_id, done_by, subject_id, post_id, detail)
    select ${workspaceId}::uuid, ${kind}, ${actorId ?? null}::uuid, ${doneBy}, ${subjectId ?? null}::uuid,
      ${postId}::uuid,
      ${JSON.stringify(detail)}::jsonb || coalesce((
        select jsonb_build_object('caption', left(p.caption, ${CAPTION_EXCERPT_LENGTH}))
        from posts p where p.id = ${postId}::uuid), '{}')`.execute(db);
}

/**
 * The end of a statement that begins with `with`: writes the actions to the histories of their posts and to the
 * audit log.
 */
export function insertPostActions(
  actions: readonly AuthorAction[],
  { actorId, doneBy }: Actor,
): RawBuilder<unknown> {
  if (actions.length === 0) return sql`select`;
  const rows = actions.map(({ postId, kind, detail = {} }) => ({ post_id: postId, kind, detail }));
  return sql`, recorded as (
      insert into post_events (post_id, kind, detail)
      select post_id, kind, detail
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e(post_id uuid, kind text, detail jsonb)
      returning id, post_id, at, kind)
    insert into audit_entries
      (workspace_id, at, kind, actor_id, done_by, post_id, post_event_id, detail)
    select p.workspace_id, r.at, 'post.' || r.kind, ${actorId ?? null}::uuid, ${doneBy}, p.id, r.id,
      jsonb_build_object('caption', left(p.caption, ${CAPTION_EXCERPT_LENGTH}))
    from recorded r join posts p on p.id = r.post_id`;
}

export function createAuditRepository(db: Db | Tx) {
  return {
    /** Newest first. `post_id` is null for a deleted post. */
    async listPage(workspaceId: string, before: string | undefined, limit: number) {
      const found = await sql<AuditRow>`
        select a.id, a.at, a.kind, a.done_by, u.email as actor, s.email as subject,
          p.id as post_id, a.detail
        from audit_entries a left join users u on u.id = a.actor_id
          left join users s on s.id = a.subject_id
          left join posts_with_publication p on p.id = a.post_id and p.workspace_id = a.workspace_id
        where a.workspace_id = ${workspaceId}
          and a.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
        order by a.id desc limit ${limit}`.execute(db);
      return found.rows;
    },

    /** Emails by post event id; empty for a workspace with one member. */
    async actorsOf(postId: string): Promise<Map<string, string>> {
      const found = await sql<{ event: string; email: string }>`
        select a.post_event_id as event, u.email
        from post_events e join audit_entries a on a.post_event_id = e.id
          join users u on u.id = a.actor_id
        where e.post_id = ${postId} and (
          select count(*) from workspace_members m where m.workspace_id = a.workspace_id) > 1
        `.execute(db);
      return new Map(found.rows.map(({ event, email }) => [event, email]));
    },

    async forgetOld(): Promise<void> {
      for (let count = DELETE_BATCH_SIZE; count === DELETE_BATCH_SIZE;) {
        const deleted = await sql`delete from audit_entries where id in (
          select id from audit_entries where at < app_now() - ${retention} limit ${DELETE_BATCH_SIZE})
          returning id`.execute(db);
        count = deleted.rows.length;
      }
    },
  };
}
