import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import type { InsightSource } from './schedules.repository.ts';
import type { DayCounts, PostCounts } from './graph.ts';

export interface DuePost extends Row<'post_insights', 'post_id' | 'media_type'> {
  media_id: string;
  age_ms: number;
}

export type InsightsRepository = ReturnType<typeof createInsightsRepository>;

export function createInsightsRepository(db: Db) {
  return {
    async nextPost({ workspace_id: id, ig_user_id: igUserId }: InsightSource) {
      const found = await sql<DuePost>`
        select i.post_id, coalesce(p.media_id, '') as media_id, i.media_type,
          (extract(epoch from app_now() - p.published_at) * 1000)::float8 as age_ms
        from post_insights i join posts_with_publication p on p.id = i.post_id
        where i.ig_user_id = ${igUserId} and i.workspace_id = ${id}
          and i.next_read_at <= app_now()
        order by i.next_read_at limit 1`.execute(db);
      return found.rows[0];
    },

    /** A metric that Instagram does not report stays unchanged. */
    async savePost(postId: string, counts: PostCounts, nextAgeMs: number | null): Promise<void> {
      const c = counts;
      await sql`
        with known as (
          update post_insights i
          set views = coalesce(${c.views}::int, views), reach = coalesce(${c.reach}::int, reach),
            likes = coalesce(${c.likes}::int, likes),
            comments = coalesce(${c.comments}::int, comments),
            saved = coalesce(${c.saved}::int, saved), shares = coalesce(${c.shares}::int, shares),
            total_interactions = coalesce(${c.total_interactions}::int, total_interactions),
            read_at = app_now(), next_read_at = ${nextReadAt(nextAgeMs)}
          from publications p where p.post_id = i.post_id and i.post_id = ${postId}
          returning i.post_id)
        insert into post_insight_readings
          (post_id, read_at, views, reach, likes, comments, saved, shares, total_interactions)
        select post_id, app_now(), ${c.views}::int, ${c.reach}::int, ${c.likes}::int,
          ${c.comments}::int, ${c.saved}::int, ${c.shares}::int, ${c.total_interactions}::int
        from known
        where num_nonnulls(${c.views}::int, ${c.reach}::int, ${c.likes}::int, ${c.comments}::int,
          ${c.saved}::int, ${c.shares}::int, ${c.total_interactions}::int) > 0
        on conflict do nothing`.execute(db);
    },

    async postpone(postId: string, nextAgeMs: number | null): Promise<void> {
      await sql`
        update post_insights i set next_read_at = ${nextReadAt(nextAgeMs)}
        from publications p where p.post_id = i.post_id and i.post_id = ${postId}`.execute(db);
    },

    async knownDays({ workspace_id: id, ig_user_id: igUserId }: InsightSource) {
      const found = await sql<Row<'account_insights', 'day' | 'read_at'>>`
        select day, read_at from account_insights
        where workspace_id = ${id} and ig_user_id = ${igUserId}
          and day > app_now()::date - 40`.execute(db);
      return new Map(found.rows.map(({ day, read_at: readAt }) => [day, readAt]));
    },

    /**
     * Has no effect when the connection has ended meanwhile, because its data may have been deleted. The
     * number of followers is stored at the first reading of a day.
     */
    async saveDay(
      { connection_id: connectionId }: InsightSource,
      day: string,
      counts: DayCounts & { followers: number | null },
    ): Promise<void> {
      const c = counts;
      await sql`
        insert into account_insights as known
          (workspace_id, ig_user_id, day, followers, reach, views, accounts_engaged,
           total_interactions, read_at)
        select c.workspace_id, c.ig_user_id, ${day}::date, ${c.followers}::int, ${c.reach}::int,
          ${c.views}::int, ${c.accounts_engaged}::int, ${c.total_interactions}::int, app_now()
        from instagram_connections c where c.id = ${connectionId} and c.ended_at is null
        for key share of c
        on conflict (workspace_id, ig_user_id, day) do update
        set followers = coalesce(known.followers, excluded.followers),
          reach = coalesce(excluded.reach, known.reach),
          views = coalesce(excluded.views, known.views),
          accounts_engaged = coalesce(excluded.accounts_engaged, known.accounts_engaged),
          total_interactions = coalesce(excluded.total_interactions, known.total_interactions),
          read_at = excluded.read_at`.execute(db);
    },
  };
}

/** Null means never. */
const nextReadAt = (ageMs: number | null) =>
  sql`p.published_at + make_interval(secs => ${ageMs === null ? null : ageMs / 1000}::float8)`;
