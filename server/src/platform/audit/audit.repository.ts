import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

export interface AuditRow {
  id: string;
  at: Date;
  kind: string;
  done_by: 'person' | 'program' | 'system';
  /** Null if no user acted, or if that user was deleted. */
  actor: string | null;
  subject: string | null;
  post_id: string | null;
  detail: Record<string, unknown>;
}

const retention = sql`interval '12 months'`;
/** Entries deleted per statement, so that the row locks stay short. */
const DELETE_BATCH_SIZE = 1000;

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
