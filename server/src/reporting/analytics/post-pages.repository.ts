import type { MediaType, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { inDays } from './analytics.repository.ts';
import type { Days } from './day-ranges.ts';
import { postsCondition, type AnalyticsScope } from './analytics-scope.repository.ts';

const PAGE_SIZE = 200;

export interface ExportedPost {
  id: string;
  mediaType: MediaType;
  status: PostStatus;
  caption: string;
  scheduledTime: Date;
  publishedAt: Date | null;
  permalink: string | null;
  errorMessage: string | null;
  views: number | null;
  reach: number | null;
  likes: number | null;
  comments: number | null;
  saved: number | null;
  shares: number | null;
  totalInteractions: number | null;
}

/** One query per page, so that a slow reader holds no transaction. The due time of a draft is only a plan. */
export async function* readPostPages(
  db: Db,
  subject: AnalyticsScope,
  days: Days,
): AsyncGenerator<ExportedPost[]> {
  // The cursor is PostgreSQL's text, because a Date has no microseconds and would skip posts.
  let cursor: { time: string; id: string } | undefined;
  for (;;) {
    const afterCursor =
      cursor === undefined
        ? sql``
        : sql`and (p.scheduled_time, p.id) > (${cursor.time}::timestamptz, ${cursor.id}::uuid)`;
    const page = await sql<ExportedPost & { time: string }>`
      select p.id, p.media_type as "mediaType", p.caption, p.permalink,
             case when p.status = 'pending' and p.scheduled_time > app_now() then 'scheduled'
                  else p.status end as status,
             p.scheduled_time as "scheduledTime", p.scheduled_time::text as time,
             p.published_at as "publishedAt", p.error_message as "errorMessage",
             i.views, i.reach, i.likes, i.comments, i.saved, i.shares,
             i.total_interactions as "totalInteractions"
      from (select id, scheduled_time from posts_with_publication p
            where ${postsCondition(subject)} and ${inDays(days)} and status <> 'draft' ${afterCursor}
            order by scheduled_time, id limit ${PAGE_SIZE}) shown
        join posts_with_publication p using (id, scheduled_time)
        left join post_insights i on i.post_id = p.id
      order by p.scheduled_time, p.id`.execute(db);
    if (page.rows.length > 0) yield page.rows;
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < PAGE_SIZE) return;
    cursor = { time: last.time, id: last.id };
  }
}
