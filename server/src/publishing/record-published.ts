import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { FencedPost } from './fenced-post.ts';
import { ruleSql } from './removable-rules.ts';

/**
 * PostgreSQL 18 parses the expression of `in_flight_key` for every row in a statement that assigns none of
 * its columns: an eighth of the database's time in a full minute.
 */
export const keepMediaType = sql`media_type = p.media_type`;

/** Not our miss. The expiry of a post depends on `late_excused` alone. */
export const isExcused = sql<boolean>`(late_excused or late_by_others)`;

export interface PublishedOutcome {
  id: string;
  fence: number;
  media_id: string | null;
  ig_user_id: string | null;
  is_verified: boolean;
  is_by_hand: boolean;
}

export interface PublishedPost extends FencedPost {
  late_ms: number;
  is_excused: boolean;
}

/**
 * One statement: a transaction around several would delay the publish calls when many posts are due.
 * @returns the posts whose fence had not moved on
 */
export async function writePublished(
  db: Db,
  published: readonly PublishedOutcome[],
): Promise<PublishedPost[]> {
  if (published.length === 0) return [];
  const written = await sql<PublishedPost>`
    with written as (
      update posts p
      set ${keepMediaType}, publication_state = 'idle', status = 'published', media_id = o.media_id, published_at = app_now(),
          ig_user_id = coalesce(p.ig_user_id, o.ig_user_id), next_step_at = null,
          lease_until = null, missed_at = null, updated_at = app_now(),
          error_code = null, error_message = null, error_action = null, forecast_at = null,
          manual_since = case when o.is_by_hand then coalesce(p.manual_since, app_now()) end,
          late_by_others = p.late_by_others or o.is_by_hand
      from jsonb_to_recordset(${JSON.stringify(published)}::jsonb)
        as o(id uuid, fence integer, media_id text, ig_user_id text, is_verified boolean,
          is_by_hand boolean)
      where p.id = o.id ${ruleSql('R1', sql`and p.fence = o.fence`)} and p.publication_state <> 'idle'
      returning p.id, p.fence, p.workspace_id, p.container_id, o.is_verified, o.is_by_hand, ${isExcused} as is_excused,
        round(extract(epoch from app_now() - p.scheduled_time) * 1000) as late_ms),
    marked as (
      update containers set state = 'published' from written
      where containers.id = container_id and not is_by_hand),
    recorded as (
      insert into post_events (post_id, kind, detail)
      select id, case when is_by_hand then 'published_manually' when is_verified then 'verified'
             else 'published' end,
             jsonb_build_object('lateMs', late_ms)
      from written)
    select id, fence, workspace_id, is_excused, late_ms::float8 as late_ms from written`.execute(
    db,
  );
  return written.rows;
}
