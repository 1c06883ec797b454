import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isOnInstagramAccount } from '../../posts/listing/posts.repository.ts';
import type { AccountDay, HourCount } from './types.ts';
import type { Month } from './months.ts';

export interface ReportScope {
  workspaceId: string;
  igUserId: string | null;
  requestedAccountId?: string | undefined;
}

export interface ReportPost {
  id: string;
  mediaType: MediaType;
  caption: string;
  scheduledTime: Date;
  permalink: string | null;
  /** The first file. */
  fileId: string | null;
  thumbnail: string | null;
}

export type TopPost = ReportPost & { reach: number; interactions: number };

const MAX_TOP_POSTS = 5;
const MAX_TILES = 12;

const reportPostColumns = sql`p.id, p.media_type as "mediaType", p.caption, p.scheduled_time as "scheduledTime",
  p.permalink, f.id as "fileId", f.thumbnail_sha256 as thumbnail`;
const firstPicture = sql`left join post_media m on m.post_id = p.id and m.position = 0
  left join media_files f on f.id = m.file_id`;
export const inMonth = ({ from, to }: Month) =>
  sql`p.scheduled_time >= ${from} and p.scheduled_time < ${to}`;
/** Condition on `posts_with_publication p`: leaves out posts of another account, or meant for another connected one. */
const workspaceCondition = ({ workspaceId, igUserId }: ReportScope) =>
  sql`p.workspace_id = ${workspaceId}
    and (p.ig_user_id is null or p.ig_user_id = ${igUserId}::text)
    and (p.target_ig_user_id is null or p.target_ig_user_id = ${igUserId}::text or not exists (
      select from instagram_connections k
      where k.workspace_id = p.workspace_id and k.ig_user_id = p.target_ig_user_id
        and k.ended_at is null))`;
const scopeCondition = (subject: ReportScope) =>
  subject.requestedAccountId === undefined
    ? workspaceCondition(subject)
    : sql`p.workspace_id = ${subject.workspaceId} and ${isOnInstagramAccount(subject.requestedAccountId)}`;
const CAPTIONS_PER_PAGE = 500;
const hasEngagement = sql`i.reach > 0 and i.total_interactions is not null`;

interface CaptionRow {
  id: string;
  /** PostgreSQL's text, with microseconds. */
  scheduledTime: string;
  caption: string;
}

export function createReportsRepository(db: Db) {
  return {
    async countByHour(subject: ReportScope, month: Month): Promise<HourCount[]> {
      const found = await sql<HourCount>`
        select date_trunc('hour', p.scheduled_time, 'UTC') as hour, p.media_type as type,
               case when p.status = 'published' then 'published'
                 when p.status in ('scheduled', 'pending') then 'scheduled'
                 else 'failed' end as outcome,
               count(*)::int as posts, count(i.post_id)::int as known,
               coalesce(sum(i.reach), 0)::float8 as reach,
               coalesce(sum(i.total_interactions), 0)::float8 as interactions
        from posts_with_publication p
          left join post_insights i on i.post_id = p.id and p.status = 'published' and ${hasEngagement}
        where ${scopeCondition(subject)} and p.status <> 'draft' and ${inMonth(month)}
        group by 1, 2, 3 order by 1, 2, 3`.execute(db);
      return found.rows;
    },

    async failures(subject: ReportScope, month: Month) {
      const found = await sql<{ code: string; posts: number }>`
        select coalesce(p.error_code, '') as code, count(*)::int as posts
        from posts_with_publication p
        where ${scopeCondition(subject)} and p.status in ('failed', 'error', 'expired')
          and ${inMonth(month)}
        group by 1 order by 1`.execute(db);
      return found.rows;
    },

    /** Without stories; returns a caption without a `#` empty. */
    async captions(
      subject: ReportScope,
      month: Month,
      after: CaptionRow | null,
    ): Promise<CaptionRow[]> {
      const isAfter =
        after === null
          ? sql`true`
          : sql`(p.scheduled_time, p.id) > (${after.scheduledTime}::timestamptz, ${after.id}::uuid)`;
      const found = await sql<CaptionRow>`
        select p.id, p.scheduled_time::text as "scheduledTime",
               case when strpos(p.caption, '#') > 0 then p.caption else '' end as caption
        from posts_with_publication p
        where ${scopeCondition(subject)} and p.status = 'published' and p.media_type <> 'STORIES'
          and ${inMonth(month)} and ${isAfter}
        order by p.scheduled_time, p.id
        limit ${CAPTIONS_PER_PAGE}`.execute(db);
      return found.rows;
    },

    async topPosts(subject: ReportScope, month: Month): Promise<TopPost[]> {
      const found = await sql<TopPost>`
        select ${reportPostColumns}, i.reach, i.total_interactions as interactions
        from posts_with_publication p join post_insights i on i.post_id = p.id ${firstPicture}
        where ${scopeCondition(subject)} and p.status = 'published' and ${hasEngagement}
          and ${inMonth(month)}
        order by i.total_interactions::float8 / i.reach desc, i.reach desc, p.id
        limit ${MAX_TOP_POSTS}`.execute(db);
      return found.rows;
    },

    /** No stories, and reels only when they are shared to the feed. */
    async findGridPosts(subject: ReportScope, month: Month): Promise<ReportPost[]> {
      const found = await sql<ReportPost>`
        select ${reportPostColumns} from posts_with_publication p ${firstPicture}
        where ${scopeCondition(subject)} and p.status = 'published'
          and p.media_type <> 'STORIES' and (p.media_type <> 'REELS' or p.share_to_feed)
          and ${inMonth(month)}
        order by p.scheduled_time desc, p.id desc
        limit ${MAX_TILES}`.execute(db);
      return found.rows;
    },

    async accountDays(
      { workspaceId, igUserId }: ReportScope,
      days: readonly string[],
    ): Promise<AccountDay[]> {
      const found = await sql<AccountDay>`
        select day, followers, reach from account_insights
        where workspace_id = ${workspaceId} and ig_user_id = ${igUserId}::text
          and day between ${days[0]}::date and ${days.at(-1)}::date
        order by day`.execute(db);
      return found.rows;
    },
  };
}
