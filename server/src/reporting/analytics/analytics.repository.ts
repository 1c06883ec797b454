import type { MediaType, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { DayCount, WaitingCount } from './types.ts';
import type { Days } from './day-ranges.ts';
import { postsCondition, type AnalyticsScope } from './analytics-scope.repository.ts';

const outcomes: Record<Exclude<PostStatus, 'draft'>, DayCount['outcome']> = {
  published: 'published',
  scheduled: 'scheduled',
  pending: 'scheduled',
  failed: 'failed',
  error: 'failed',
  expired: 'failed',
};

const ACCOUNT_DAYS = 30;

export const inDays = ({ starts, end }: Days) =>
  sql`scheduled_time >= ${starts[0]} and scheduled_time < ${end}`;
export function createAnalyticsRepository(db: Db) {
  return {
    /** Without drafts, whose due time is only a plan. */
    async outcomes(subject: AnalyticsScope, days: Days): Promise<DayCount[]> {
      const found = await sql<{
        day: number;
        type: MediaType;
        status: keyof typeof outcomes;
        posts: number;
      }>`
        select width_bucket(scheduled_time, ${days.starts}::timestamptz[]) - 1 as day,
               media_type as type, status, count(*)::int as posts
        from posts_with_publication p
        where ${postsCondition(subject)} and status <> 'draft' and ${inDays(days)}
        group by 1, 2, 3`.execute(db);
      return found.rows.map(({ day, type, status, posts }) => ({
        day,
        type,
        outcome: outcomes[status],
        posts,
      }));
    },

    async countWaiting(subject: AnalyticsScope): Promise<WaitingCount[]> {
      const found = await sql<WaitingCount>`
        select media_type as type, status = 'draft' as "isDraft", count(*)::int as posts
        from posts_with_publication p
        where ${postsCondition(subject)} and status in ('draft', 'scheduled', 'pending')
        group by 1, 2`.execute(db);
      return found.rows;
    },

    async failures(subject: AnalyticsScope, days: Days) {
      const found = await sql<{ type: MediaType; code: string; posts: number }>`
        select p.media_type as type, p.error_code as code, count(*)::int as posts
        from (select id from posts_with_publication p
              where ${postsCondition(subject)} and status in ('failed', 'error', 'expired')
                and ${inDays(days)}) ended
          join posts_with_publication p using (id)
        where p.error_code is not null
        group by 1, 2 order by 3 desc, 1, 2`.execute(db);
      return found.rows;
    },

    /** The sums of the connected accounts, oldest day first. */
    async accountDays({ workspaceId, account }: AnalyticsScope, today: string) {
      const found = await sql<{
        date: string;
        followers: number | null;
        reach: number | null;
        views: number | null;
        interactions: number | null;
      }>`
        select a.day as date, sum(a.followers)::int as followers, sum(a.reach)::int as reach,
               sum(a.views)::int as views, sum(a.total_interactions)::int as interactions
        from instagram_connections c
          join account_insights a using (workspace_id, ig_user_id)
        where c.workspace_id = ${workspaceId} and c.ended_at is null
          and c.ig_user_id = coalesce(${account ?? null}, c.ig_user_id)
          and a.day > ${today}::date - ${ACCOUNT_DAYS}::int and a.day <= ${today}::date
        group by a.day order by a.day`.execute(db);
      return found.rows;
    },
  };
}
