import {
  displayedAccountId,
  postAccountId,
} from '../../platform/database/fragments/post-account.ts';
import type { MediaType, Post, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PostRow } from '../../platform/database/rows.ts';
import type { SourceImage } from '../../media/media.repository.ts';
import type { FileFacts } from '../content/media.rules.ts';
import { isPaused } from '../../publishing/store/pause-hold.repository.ts';
import { exceededQuota } from '../scheduling/exceeded-quota.ts';
import { countedStatuses, type WarningFacts } from './posts.rules.ts';

export interface ListedMedia extends FileFacts {
  fileId: string;
  altText: string | null;
  progress: number;
  readyInMs: number | null;
  sha256: string;
  source: SourceImage | null;
  refusal: string | null;
}

export interface PageVersions {
  /** `id version,id version` in order, with one more than the page when there are others. */
  versions: string;
  total: number;
}

export type ListedPost = Pick<
  PostRow,
  | 'id'
  | 'version'
  | 'workspace_id'
  | 'media_type'
  | 'status'
  | 'caption'
  | 'scheduled_time'
  | 'created_at'
  | 'published_at'
  | 'demo'
  | 'account_chosen'
  | 'share_to_feed'
  | 'thumb_offset_ms'
  | 'audio_name'
  | 'collaborators'
  | 'location_id'
  | 'user_tags'
  | 'first_comment'
  | 'fit'
  | 'state'
  | 'permalink'
  | 'error_message'
  | 'error_action'
  | 'forecast_at'
  | 'awaiting_since'
  | 'manual_since'
  | 'error_code'
  | 'series_id'
  | 'occurrence_on'
> & {
  media: ListedMedia[];
  series: Post['series'];
  /** The account on which the post is or was published; null: the first account that is connected. */
  account: string | null;
  /** Its due time has passed and a worker holds its lease. */
  in_hand: boolean;
  is_past: boolean;
};

export interface PostListFilter {
  mediaType: MediaType | 'ALL';
  status: PostStatus | 'ALL';
  account?: string | undefined;
  awaiting?: 'true' | undefined;
  from?: Date;
  to?: Date;
}

type Order = 'asc' | 'desc';

function orderClause(order: Order, { from, to }: PostListFilter): RawBuilder<unknown> {
  if (order === 'asc') return sql`order by p.scheduled_time asc nulls last, p.id`;
  // A bound excludes posts without a due time; `nulls first` matches a backward index scan.
  const nulls = from === undefined && to === undefined ? sql`last` : sql`first`;
  return sql`order by p.scheduled_time desc nulls ${nulls}, p.id desc`;
}

interface DateRange {
  from: Date;
  to: Date;
}

/** A pending post is listed among the scheduled ones. */
const statusesByFilter: Partial<Record<PostStatus, readonly PostStatus[]>> = {
  scheduled: ['scheduled', 'pending'],
  failed: ['failed', 'error', 'expired'],
};

/** Below this progress the remaining time cannot be estimated. */
const MIN_PROGRESS_PERCENT = 2;
/** In ms, by the speed until now; null while no worker converts the file. */
const readyInMs = sql`
  case when f.state = 'converting' and f.claimed_until > app_now()
            and f.progress >= ${sql.lit(MIN_PROGRESS_PERCENT)} then
    round(extract(epoch from app_now() - f.begun_at) * 1000 * (100 - f.progress) / f.progress)
  end`;

export const isOnInstagramAccount = (account: string) => sql`${displayedAccountId} = ${account}`;

const isAwaitingApproval = sql`p.awaiting_since is not null and p.status <> 'published'`;

const viewColumns = sql`
  p.id, p.version, p.workspace_id, p.media_type, p.status, p.caption, p.scheduled_time, p.created_at,
  p.published_at, p.demo, p.account_chosen, ${postAccountId} as account, p.share_to_feed, p.thumb_offset_ms, p.audio_name, p.collaborators,
  p.location_id, p.user_tags, p.first_comment, p.fit, p.state, p.permalink, p.error_message, p.error_action, p.forecast_at,
  p.awaiting_since, p.manual_since, p.error_code, p.series_id, p.occurrence_on,
  -- Only what changes together with the rows of the post, because its version is in the ETag.
  case when p.series_id is not null then (
    select json_build_object('_id', s.id, 'rule', s.rule, 'on', p.occurrence_on,
      'until', s.last_on, 'isOver', s.next_step_at is null)
    from post_series s where s.id = p.series_id) end as series,
  coalesce(p.lease_until > app_now() and p.scheduled_time <= app_now(), false) as in_hand,
  coalesce(p.scheduled_time <= app_now(), false) as is_past,
  coalesce((
    select json_agg(json_build_object(
             'fileId', f.id, 'kind', f.kind, 'bytes', f.bytes, 'width', f.width,
             'height', f.height, 'durationMs', f.duration_ms, 'state', f.state,
             'sha256', f.sha256, 'source', case when f.source_sha256 is not null then
               json_build_object('sha256', f.source_sha256, 'width', f.source_width,
                                 'height', f.source_height) end,
             'progress', f.progress, 'readyInMs', ${readyInMs}, 'refusal', f.refusal,
             'altText', m.alt_text)
           order by m.position)
    from post_media m join media_files f on f.id = m.file_id
    where m.post_id = p.id), '[]') as media`;

function filterCondition(workspaceId: string, filter: PostListFilter): RawBuilder<unknown> {
  const conditions = [sql`p.workspace_id = ${workspaceId}`];
  if (filter.mediaType !== 'ALL') conditions.push(sql`p.media_type = ${filter.mediaType}`);
  if (filter.status !== 'ALL') {
    const statuses = statusesByFilter[filter.status] ?? [filter.status];
    conditions.push(sql`p.status = any(${[...statuses]})`);
  }
  if (filter.account !== undefined) conditions.push(isOnInstagramAccount(filter.account));
  if (filter.awaiting !== undefined) conditions.push(isAwaitingApproval);
  if (filter.from !== undefined) conditions.push(sql`p.scheduled_time >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`p.scheduled_time < ${filter.to}`);
  return sql.join(conditions, sql` and `);
}

/** `awaiting` is null when the workspace has never used approvals. */
type Counts = Record<
  'total' | 'scheduled' | 'published' | 'drafts' | 'failed' | 'thisWeek' | 'thisMonth',
  number
> & { awaiting: number | null };

const countsQuery = (
  workspaceId: string,
  { week, month }: Record<'week' | 'month', DateRange>,
  accountCondition: RawBuilder<unknown>,
) => sql<Counts>`
  select (count(*) filter (where ${accountCondition}))::int as total,
         (count(*) filter (where status in ('scheduled', 'pending') and ${accountCondition}))::int as scheduled,
         (count(*) filter (where status = 'published' and ${accountCondition}))::int as published,
         (count(*) filter (where status = 'draft' and ${accountCondition}))::int as drafts,
         (count(*) filter (where status in ('failed', 'error', 'expired')
                             and ${accountCondition}))::int as failed,
         (count(*) filter (where status <> 'draft' and ${accountCondition} and scheduled_time >= ${week.from}
                             and scheduled_time < ${week.to}))::int as "thisWeek",
         (count(*) filter (where status = any(${[...countedStatuses]})
                             and scheduled_time >= ${month.from}
                             and scheduled_time < ${month.to}))::int as "thisMonth",
         case when exists (select 1 from approvals where workspace_id = ${workspaceId}) then (
           select count(*)::int from posts_with_publication p
           where p.workspace_id = ${workspaceId} and ${isAwaitingApproval} and ${accountCondition}
         ) end as awaiting
  from posts_with_publication p where workspace_id = ${workspaceId}`;

/** The queries of the engine are in the module `publishing`. */
export function createPostsRepository(db: Db | Tx) {
  async function count(condition: RawBuilder<unknown>): Promise<number> {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from posts_with_publication p where ${condition}`.execute(db);
    return counted.rows[0]?.total ?? 0;
  }

  return {
    async find(workspaceId: string, postId: string): Promise<ListedPost | undefined> {
      const found = await sql<ListedPost>`
        select ${viewColumns} from posts_with_publication p
        where p.id = ${postId} and p.workspace_id = ${workspaceId}`.execute(db);
      return found.rows[0];
    },

    async findWithWarnings(
      workspaceId: string,
      postId: string,
    ): Promise<(ListedPost & WarningFacts) | undefined> {
      const found = await sql<ListedPost & WarningFacts>`
        select ${viewColumns}, p.status = 'scheduled' and ${isPaused} as is_in_pause,
          ${exceededQuota} as exceeded_quota
        from posts_with_publication p
        where p.id = ${postId} and p.workspace_id = ${workspaceId}`.execute(db);
      return found.rows[0];
    },

    async events(postId: string) {
      return db
        .selectFrom('post_events')
        .select(['id', 'at', 'kind', 'detail'])
        .where('post_id', '=', postId)
        .orderBy('id')
        .execute();
    },

    /** In no order; deleted posts are missing. */
    async findAll(workspaceId: string, postIds: readonly string[]): Promise<ListedPost[]> {
      if (postIds.length === 0) return [];
      const found = await sql<ListedPost>`
        select ${viewColumns} from posts_with_publication p
        where p.id = any(${[...postIds]}::uuid[]) and p.workspace_id = ${workspaceId}`.execute(db);
      return found.rows;
    },

    async page(
      workspaceId: string,
      filter: PostListFilter,
      { page, limit, order }: { page: number; limit: number; order: Order },
    ): Promise<PageVersions> {
      const condition = filterCondition(workspaceId, filter);
      const before = (page - 1) * limit;
      const sorted = orderClause(order, filter);
      // One row more than the page shows whether there is another page.
      const posts = sql`posts_with_publication p where ${condition} ${sorted}
        limit ${limit + 1} offset ${before}`;
      const isFiltered =
        before > 0 ||
        filter.status !== 'ALL' ||
        filter.mediaType !== 'ALL' ||
        filter.account !== undefined ||
        filter.awaiting !== undefined;
      // One text is cheaper than an object for each of a thousand rows.
      const read = await sql<{ versions: string | null; found: number }>`
        select string_agg(id || ' ' || version, ',') as versions, count(*)::int as found from (
          select p.id, p.version from ${
            // The filter and the offset run on the index, and only the rows of the page are read.
            isFiltered
              ? sql`(select p.id from ${posts}) shown join posts_with_publication p using (id) ${sorted}`
              : posts
          }) ordered`.execute(db);
      const { versions, found } = read.rows[0] ?? { versions: null, found: 0 };
      const isLast = found <= limit && (found > 0 || page === 1);
      const total = isLast ? before + found : await count(condition);
      return { versions: versions ?? '', total };
    },

    async stats(
      workspaceId: string,
      { week, month }: Record<'week' | 'month', DateRange>,
      account: string | undefined,
    ) {
      const accountCondition = account === undefined ? sql`true` : isOnInstagramAccount(account);
      const counted = await countsQuery(workspaceId, { week, month }, accountCondition).execute(db);
      const next = await sql<ListedPost>`
        select ${viewColumns} from posts_with_publication p
        where p.workspace_id = ${workspaceId} and p.status in ('scheduled', 'pending')
          and p.scheduled_time > app_now() and ${accountCondition}
        order by p.scheduled_time limit 1`.execute(db);
      const [counts] = counted.rows;
      if (counts === undefined) throw new Error('an aggregate returned no row');
      return { counts, next: next.rows[0] };
    },
  };
}
