import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

const withinADay = sql`
  scheduled_time > post.scheduled_time - interval '24 hours'
  and scheduled_time < post.scheduled_time + interval '24 hours'`;

/**
 * A span of 24 hours in which the connected account exceeds its known quota can be shifted to begin at one of
 * its posts, so those spans suffice. Returns null when there is none.
 */
export async function quotaWarning(db: Db, workspaceId: string, postId: string) {
  const found = await sql<{ quota: number; busiest: number }>`
    with account as (
      select a.ig_user_id, a.quota_total
      from posts_with_publication p
        join instagram_connections k on k.workspace_id = p.workspace_id and k.ended_at is null
          and k.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id)
        join instagram_accounts a on a.ig_user_id = k.ig_user_id
      where p.id = ${postId} and p.workspace_id = ${workspaceId} and a.quota_total is not null),
    post as (
      select p.scheduled_time from posts_with_publication p
      where p.id = ${postId} and p.status in ('scheduled', 'pending')),
    near as (
      select p.scheduled_time from account a, post, lateral (
        select scheduled_time, status from posts_with_publication
        where target_ig_user_id = a.ig_user_id and ${withinADay}
        union all
        select scheduled_time, status from posts_with_publication
        where ig_user_id = a.ig_user_id and ig_user_id is distinct from target_ig_user_id
          and ${withinADay}) p
      where p.status in ('scheduled', 'pending', 'published')),
    spans as (
      select scheduled_time, count(*) over (
        order by scheduled_time
        range between current row and interval '23:59:59.999999' following)::int as posts
      from near)
    select a.quota_total as quota, max(s.posts) as busiest
    from account a, post, spans s
    where s.scheduled_time <= post.scheduled_time
    group by a.quota_total`.execute(db);
  const [{ quota, busiest } = { quota: 0, busiest: 0 }] = found.rows;
  if (busiest <= quota) return null;
  return `A conta passa do limite de ${quota} posts em 24 horas do Instagram nesse dia. O que passar sai assim que houver vaga.`;
}
