import { weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import {
  CLOSE_HOURS,
  type Engagement,
  type EngagementFigures,
  type HashtagEngagement,
} from './types.ts';
import { inDays } from './analytics.repository.ts';
import type { Days } from './day-ranges.ts';
import { insightsCondition, type AnalyticsScope } from './analytics-scope.repository.ts';

const CAPTIONS_READ = 300;
const MAX_TOP_POSTS = 5;

/** Only the columns of its grouping are set; the others are null. */
interface GroupedRow extends Engagement {
  published: number;
  type: MediaType | null;
  weekday: number | null;
  hour: number | null;
  hashtags: number | null;
  isClose: boolean | null;
  /** A bit per column that is not part of the grouping, the last column lowest (PostgreSQL, `grouping`). */
  others: number;
}
const typeGrouping = 0b01111;
const slotGrouping = 0b10011;
const hashtagsGrouping = 0b11101;
const closenessGrouping = 0b11110;

export function createEngagementRepository(db: Db) {
  return {
    /** Reads every grouping in one index scan. */
    async engagement(subject: AnalyticsScope, days: Days): Promise<EngagementFigures> {
      const found = await sql<GroupedRow>`
        with dated as materialized (
          select media_type, hashtags, scheduled_time, reach, total_interactions,
            width_bucket(scheduled_time, ${days.starts}::timestamptz[]) as day,
            lag(scheduled_time) over (order by scheduled_time) as before
          from post_insights
          where ${insightsCondition(subject)} and ${inDays(days)}),
        went as (
          select media_type as type, (${days.keys.map(weekdayOf)}::int[])[day] as weekday,
            date_part('hour', scheduled_time - (${days.starts}::timestamptz[])[day])::int as hour,
            case when media_type <> 'STORIES' then hashtags end as hashtags,
            coalesce(scheduled_time - before < make_interval(hours => ${CLOSE_HOURS}::int), false)
              as "isClose",
            case when total_interactions is not null and reach > 0 then reach end as reach,
            case when reach > 0 then total_interactions end as interactions
          from dated)
        select type, weekday, hour, hashtags, "isClose",
               grouping(type, weekday, hour, hashtags, "isClose") as others,
               count(*)::int as published, count(reach)::int as posts,
               coalesce(sum(interactions), 0)::float8 as interactions,
               coalesce(sum(reach), 0)::float8 as reach
        from went
        group by grouping sets ((type), (weekday, hour), (hashtags), ("isClose"))
        order by weekday, hour, hashtags`.execute(db);
      const rowsGroupedBy = <T>(others: number) =>
        found.rows.filter((row) => row.others === others) as T[]; // the columns of the grouping are not null
      return {
        byType: rowsGroupedBy(typeGrouping),
        bySlot: rowsGroupedBy(slotGrouping),
        // Stories have no caption and no hashtag count.
        byHashtags: rowsGroupedBy<HashtagEngagement>(hashtagsGrouping).filter(
          ({ hashtags }: { hashtags: number | null }) => hashtags !== null,
        ),
        byCloseness: rowsGroupedBy(closenessGrouping),
      };
    },

    async byCaption(
      subject: AnalyticsScope,
      days: Days,
      length: number,
    ): Promise<(Engagement & { isLong: boolean })[]> {
      const found = await sql<Engagement & { isLong: boolean }>`
        select char_length(p.caption) > ${length} as "isLong", count(*)::int as posts,
               sum(i.total_interactions)::float8 as interactions, sum(i.reach)::float8 as reach
        from (select post_id, reach, total_interactions from post_insights
              where ${insightsCondition(subject)} and ${inDays(days)} and reach > 0
                and total_interactions is not null and media_type <> 'STORIES'
              order by scheduled_time desc limit ${CAPTIONS_READ}) i
          join posts p on p.id = i.post_id
        where p.caption <> ''
        group by 1`.execute(db);
      return found.rows;
    },

    async topPosts(subject: AnalyticsScope, days: Days) {
      const found = await sql<{ postId: string; reach: number; interactions: number }>`
        select post_id as "postId", reach, total_interactions as interactions
        from post_insights
        where ${insightsCondition(subject)} and ${inDays(days)} and reach > 0
          and total_interactions is not null
        order by total_interactions::float8 / reach desc, reach desc, post_id
        limit ${MAX_TOP_POSTS}`.execute(db);
      return found.rows;
    },
  };
}
