import {
  displayedAccountId,
  postAccountId,
} from '../../platform/database/fragments/post-account.ts';
import type { MediaType, Post, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PostRow } from '../../platform/database/tables.ts';
import type { SourceImage } from '../../media/media.repository.ts';
import type { FileFacts } from '../content/media.rules.ts';
import { countedStatuses } from './posts.rules.ts';

export interface PostMedia extends FileFacts {
  fileId: string;
  hasThumbnail: boolean;
  altText: string | null;
  progress: number;
  readyInMs: number | null;
  sha256: string;
  source: SourceImage | null;
  refusal: string | null;
}

/** A post as it is now: whoever writes it gives it another version. */
export interface PostVersion {
  id: string;
  version: string;
}

/** Which posts a page shows, and how many there are on all pages. */
export interface PageVersions {
  /** In their order, as `id version,id version`; of one more where there are others. */
  versions: string;
  total: number;
}

export type PostView = Pick<
  PostRow,
  | 'id'
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
  | 'stage'
  | 'permalink'
  | 'error_message'
  | 'error_action'
  | 'forecast_at'
  | 'awaiting_since'
  | 'by_hand_since'
  | 'error_code'
  | 'series_id'
  | 'occurrence_on'
> &
  PostVersion & {
    media: PostMedia[];
    series: Post['series'];
    /** It goes out, or went out, on this account; null: on whichever comes first. */
    account: string | null;
    /** Its hour has come, and somebody is taking its next step this very moment. */
    in_hand: boolean;
    is_past: boolean;
  };

export interface PostFilter {
  mediaType: MediaType | 'ALL';
  status: PostStatus | 'ALL';
  account?: string | undefined;
  awaiting?: 'true' | undefined;
  from?: Date;
  to?: Date;
}

type Order = 'asc' | 'desc';

/** Undated posts are last either way. */
function orderClause(order: Order, { from, to }: PostFilter): RawBuilder<unknown> {
  if (order === 'asc') return sql`order by p.scheduled_time asc nulls last, p.id`;
  // A bound leaves them out, and the index is read backwards, where they would come first.
  const nulls = from === undefined && to === undefined ? sql`last` : sql`first`;
  return sql`order by p.scheduled_time desc nulls ${nulls}, p.id desc`;
}

interface DateRange {
  from: Date;
  to: Date;
}

/** What a filter by status finds: people look for what is on its way among the scheduled. */
const statusesByFilter: Partial<Record<PostStatus, readonly PostStatus[]>> = {
  scheduled: ['scheduled', 'pending'],
  failed: ['failed', 'error', 'expired'],
};

/** Less of a conversion says nothing about the rest of it. */
const MIN_PROGRESS_PERCENT = 2;
/** As fast as it went until now; null while nobody is at it. */
const readyInMs = sql`
  case when f.state = 'converting' and f.claimed_until > app_now()
            and f.progress >= ${sql.lit(MIN_PROGRESS_PERCENT)} then
    round(extract(epoch from app_now() - f.begun_at) * 1000 * (100 - f.progress) / f.progress)
  end`;

/** The transaction that wrote the row last: no two states of a post have the same. */
const version = sql`p.xmin::text as version`;

export const isOnInstagramAccount = (account: string) => sql`${displayedAccountId} = ${account}`;

/** Somebody has to approve it, and nobody has; as the presenter says it. */
const isAwaitingApproval = sql`p.awaiting_since is not null and p.status <> 'published'`;

const viewColumns = sql`
  p.id, ${version}, p.workspace_id, p.media_type, p.status, p.caption, p.scheduled_time, p.created_at,
  p.published_at, p.demo, p.account_chosen, ${postAccountId} as account, p.share_to_feed, p.thumb_offset_ms, p.audio_name, p.collaborators,
  p.location_id, p.user_tags, p.first_comment, p.fit, p.stage, p.permalink, p.error_message, p.error_action, p.forecast_at,
  p.awaiting_since, p.by_hand_since, p.error_code, p.series_id, p.occurrence_on::text as occurrence_on,
  -- Of its series it says what does not change but together with the row of the post.
  case when p.series_id is not null then (
    select json_build_object('_id', s.id, 'rule', s.rule, 'on', p.occurrence_on,
      'until', s.last_on, 'isOver', s.next_look_at is null)
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
             'hasThumbnail', f.thumbnail_sha256 is not null, 'altText', m.alt_text)
           order by m.position)
    from post_media m join media_files f on f.id = m.file_id
    where m.post_id = p.id), '[]') as media`;

function filterCondition(workspaceId: string, filter: PostFilter): RawBuilder<unknown> {
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

/** Of a workspace; what waits for an approval is null where no post needs or needed one. */
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
           select count(*)::int from posts p
           where p.workspace_id = ${workspaceId} and ${isAwaitingApproval} and ${accountCondition}
         ) end as awaiting
  from posts p where workspace_id = ${workspaceId}`;

/** SQL of posts as people see them; what the engine does with them is in publishing. */
export function createPostsRepository(db: Db | Tx) {
  async function count(condition: RawBuilder<unknown>): Promise<number> {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from posts p where ${condition}`.execute(db);
    return counted.rows[0]?.total ?? 0;
  }

  return {
    async find(workspaceId: string, postId: string): Promise<PostView | undefined> {
      const found = await sql<PostView>`
        select ${viewColumns} from posts p
        where p.id = ${postId} and p.workspace_id = ${workspaceId}`.execute(db);
      return found.rows[0];
    },

    /** What happened to a post, oldest first. */
    async events(postId: string) {
      return db
        .selectFrom('post_events')
        .select(['id', 'at', 'kind', 'detail'])
        .where('post_id', '=', postId)
        .orderBy('id')
        .execute();
    },

    /** These posts, in no order; what has been deleted is missing. */
    async findAll(workspaceId: string, postIds: readonly string[]): Promise<PostView[]> {
      if (postIds.length === 0) return [];
      const found = await sql<PostView>`
        select ${viewColumns} from posts p
        where p.id = any(${[...postIds]}::uuid[]) and p.workspace_id = ${workspaceId}`.execute(db);
      return found.rows;
    },

    async page(
      workspaceId: string,
      filter: PostFilter,
      { page, limit, order }: { page: number; limit: number; order: Order },
    ): Promise<PageVersions> {
      const condition = filterCondition(workspaceId, filter);
      const before = (page - 1) * limit;
      const sorted = orderClause(order, filter);
      // One more than is shown tells whether there are others.
      const posts = sql`posts p where ${condition} ${sorted} limit ${limit + 1} offset ${before}`;
      const isFiltered =
        before > 0 ||
        filter.status !== 'ALL' ||
        filter.mediaType !== 'ALL' ||
        filter.account !== undefined ||
        filter.awaiting !== undefined;
      // As one text: a thousand rows are a thousand objects on their way here.
      const read = await sql<{ versions: string | null; found: number }>`
        select string_agg(id || ' ' || version, ',') as versions, count(*)::int as found from (
          select p.id, ${version} from ${
            // What is left out is passed over in the index, and only the rest looked up.
            isFiltered
              ? sql`(select p.id from ${posts}) shown join posts p using (id) ${sorted}`
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
      const next = await sql<PostView>`
        select ${viewColumns} from posts p
        where p.workspace_id = ${workspaceId} and p.status in ('scheduled', 'pending')
          and p.scheduled_time > app_now() and ${accountCondition}
        order by p.scheduled_time limit 1`.execute(db);
      const [counts] = counted.rows;
      if (counts === undefined) throw new Error('an aggregate returned no row');
      return { counts, next: next.rows[0] };
    },
  };
}
