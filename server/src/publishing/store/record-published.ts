import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { FencedPost } from './fenced-post.ts';
import { ruleSql } from '../removable-rules.ts';

/** Not our miss. The expiry of a post depends on `late_excused` alone. */
export const isExcused = sql<boolean>`(late_excused or late_by_others)`;

export interface SucceededCall {
  id: string;
  fence: number;
  media_id: string;
}

export interface PublishedPost extends FencedPost {
  workspace_id: string;
  late_ms: number;
  is_excused: boolean;
}

/**
 * What the event `call_succeeded` does (engine-transitions.ts), for many posts.
 * One statement: a transaction around several would delay the publish calls when many posts are due.
 * @returns the posts whose fence had not moved on
 */
export async function writePublished(
  db: Db,
  succeeded: readonly SucceededCall[],
): Promise<PublishedPost[]> {
  if (succeeded.length === 0) return [];
  const written = await sql<PublishedPost>`
    with written as (
      update publications p
      set state = 'published', is_pending = false, media_id = o.media_id, published_at = app_now(),
          next_step_at = null, poll_count = 0, good_until = null, live_story_ids = null,
          claimed_by = null, lease_until = null, manual_since = null, missed_at = null, updated_at = app_now(),
          outage_since = null, outage_until = null, outage_manual = false,
          error_code = null, error_message = null, error_action = null, forecast_at = null
      from jsonb_to_recordset(${JSON.stringify(succeeded)}::jsonb)
        as o(id uuid, fence integer, media_id text)
      where p.post_id = o.id ${ruleSql('R1', sql`and p.fence = o.fence`)} and p.next_step_at is not null
      returning p.post_id as id, p.fence, p.workspace_id, p.container_id, ${isExcused} as is_excused,
        round(extract(epoch from app_now() - p.scheduled_time) * 1000) as late_ms),
    marked as (
      update containers set state = 'published' from written
      where containers.id = container_id),
    recorded as (
      insert into post_events (post_id, kind, detail)
      select id, 'published', jsonb_build_object('lateMs', late_ms) from written)
    select id, fence, workspace_id, is_excused, late_ms::float8 as late_ms from written`.execute(
    db,
  );
  return written.rows;
}
