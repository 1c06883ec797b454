import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export async function exportSeries(db: Db, workspaceId: string) {
  const found = await sql<Record<string, unknown>>`
    select s.id as "_id", s.created_by as "createdBy", s.media_type as "mediaType", s.content,
      nullif(s.account, '') as "instagramAccountId", s.rule, s.minute, s.first_on as "firstOn",
      s.last_on as until, s.needs_approval as "needsApproval",
      s.issue_message as issue, s.created_at as "createdAt",
      coalesce((
        select json_agg(json_build_object('position', m.position, '_id', m.file_id,
                                          'altText', m.alt_text) order by m.position)
        from post_series_media m where m.series_id = s.id), '[]') as "mediaItems",
      array(select k.skipped_on::text from post_series_skips k
            where k.series_id = s.id order by k.skipped_on) as "skippedOn"
    from post_series s where s.workspace_id = ${workspaceId}
    order by s.created_at, s.id`.execute(db);
  return found.rows;
}
