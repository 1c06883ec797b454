import { sql } from 'kysely';

const withinADay = sql`
  n.scheduled_time > p.scheduled_time - interval '24 hours'
  and n.scheduled_time < p.scheduled_time + interval '24 hours'`;

/**
 * Of `posts_with_publication p`: the known quota of its connected account, when the account exceeds it in 24
 * hours around the due time; else null. Such a span can be shifted to begin at one of its posts, so those spans
 * suffice.
 */
export const exceededQuota = sql<number | null>`(
  select a.quota_total
  from instagram_connections k join instagram_accounts a on a.ig_user_id = k.ig_user_id,
    lateral (
      select near.scheduled_time, count(*) over (
        order by near.scheduled_time
        range between current row and interval '23:59:59.999999' following) as posts
      from (
        select n.scheduled_time, n.status from posts_with_publication n
        where n.target_ig_user_id = a.ig_user_id and ${withinADay}
        union all
        select n.scheduled_time, n.status from posts_with_publication n
        where n.ig_user_id = a.ig_user_id and n.ig_user_id is distinct from n.target_ig_user_id
          and ${withinADay}) near
      where near.status in ('scheduled', 'pending', 'published')) span
  where k.workspace_id = p.workspace_id and k.ended_at is null
    and k.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id)
    and a.quota_total is not null and p.status in ('scheduled', 'pending')
    and span.scheduled_time <= p.scheduled_time
  group by a.quota_total having max(span.posts) > a.quota_total)`;
