import type { MediaType, PostStatus } from '@pontual/contract/posts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { PostRow } from '../database/tables.ts';

export interface PostMediaView {
  fileId: string;
  width: number;
  height: number;
}

export type PostView = Pick<
  PostRow,
  | 'id'
  | 'media_type'
  | 'status'
  | 'caption'
  | 'scheduled_time'
  | 'created_at'
  | 'published_at'
  | 'demo'
  | 'stage'
  | 'permalink'
  | 'error_message'
  | 'error_action'
> & { media: PostMediaView[] };

export interface PostFilter {
  mediaType: MediaType | 'ALL';
  status: PostStatus | 'ALL';
  from?: Date;
  to?: Date;
}

/** What a filter by status finds: people look for what is on its way among the scheduled. */
const statusesShown: Partial<Record<PostStatus, readonly PostStatus[]>> = {
  scheduled: ['scheduled', 'pending'],
  failed: ['failed', 'error', 'expired'],
};

const view = sql`
  p.id, p.media_type, p.status, p.caption, p.scheduled_time, p.created_at, p.published_at, p.demo,
  p.stage, p.permalink, p.error_message, p.error_action,
  coalesce((
    select json_agg(json_build_object('fileId', f.id, 'width', f.width, 'height', f.height)
                    order by m.position)
    from post_media m join media_files f on f.id = m.file_id
    where m.post_id = p.id), '[]') as media`;

export interface NewScheduledPost {
  id: string;
  workspaceId: string;
  userId: string;
  mediaType: MediaType;
  caption: string;
  scheduledTime: Date;
  demo: boolean;
  fileIds: readonly string[];
}

/** SQL of posts as people see them; what the engine does with them is in publishing. */
export function createPostsRepository(db: Db | Tx) {
  const where = (workspaceId: string, filter: PostFilter): RawBuilder<unknown> => {
    const conditions = [sql`p.workspace_id = ${workspaceId}`];
    if (filter.mediaType !== 'ALL') conditions.push(sql`p.media_type = ${filter.mediaType}`);
    if (filter.status !== 'ALL') {
      const statuses = statusesShown[filter.status] ?? [filter.status];
      conditions.push(sql`p.status = any(${[...statuses]})`);
    }
    if (filter.from !== undefined) conditions.push(sql`p.scheduled_time >= ${filter.from}`);
    if (filter.to !== undefined) conditions.push(sql`p.scheduled_time < ${filter.to}`);
    return sql.join(conditions, sql` and `);
  };

  return {
    /** Writes a scheduled post; answers when the engine must first look at it. */
    async insertScheduled(post: NewScheduledPost, prepareAheadMs: number): Promise<Date> {
      const inserted = await sql<{ next_look_at: Date }>`
        insert into posts (id, workspace_id, created_by, media_type, status, caption,
                           scheduled_time, demo, stage, next_look_at)
        values (${post.id}, ${post.workspaceId}, ${post.userId}, ${post.mediaType}, 'scheduled',
                ${post.caption}, ${post.scheduledTime}, ${post.demo}, 'preparing',
                greatest(app_now(),
                         ${post.scheduledTime}::timestamptz
                           - make_interval(secs => ${prepareAheadMs / 1000})))
        returning next_look_at`.execute(db);
      await db
        .insertInto('post_media')
        .values(
          post.fileIds.map((fileId, position) => ({
            post_id: post.id,
            position,
            file_id: fileId,
          })),
        )
        .execute();
      const [row] = inserted.rows;
      if (row === undefined) throw new Error('an insert returned no row');
      return row.next_look_at;
    },

    async find(workspaceId: string, postId: string): Promise<PostView | undefined> {
      const found = await sql<PostView>`
        select ${view} from posts p
        where p.id = ${postId} and p.workspace_id = ${workspaceId}`.execute(db);
      return found.rows[0];
    },

    /** Deletes a post that nobody has begun to publish. Answers false when somebody has. */
    async delete(workspaceId: string, postId: string): Promise<boolean> {
      const deleted = await sql`
        delete from posts
        where id = ${postId} and workspace_id = ${workspaceId}
          and status in ('draft', 'scheduled') and stage in ('idle', 'preparing', 'prepared')
        returning id`.execute(db);
      return deleted.rows.length > 0;
    },

    async page(
      workspaceId: string,
      filter: PostFilter,
      { page, limit }: { page: number; limit: number },
    ): Promise<{ posts: PostView[]; total: number }> {
      const condition = where(workspaceId, filter);
      const posts = await sql<PostView>`
        select ${view} from posts p where ${condition}
        order by p.scheduled_time asc nulls last, p.id
        limit ${limit} offset ${(page - 1) * limit}`.execute(db);
      const total = await sql<{ total: number }>`
        select count(*)::int as total from posts p where ${condition}`.execute(db);
      return { posts: posts.rows, total: total.rows[0]?.total ?? 0 };
    },

    async stats(workspaceId: string, week: { from: Date; to: Date }) {
      const counted = await sql<
        Record<'total' | 'scheduled' | 'published' | 'drafts' | 'failed' | 'thisWeek', number>
      >`
        select count(*)::int as total,
               (count(*) filter (where status in ('scheduled', 'pending')))::int as scheduled,
               (count(*) filter (where status = 'published'))::int as published,
               (count(*) filter (where status = 'draft'))::int as drafts,
               (count(*) filter (where status in ('failed', 'error', 'expired')))::int as failed,
               (count(*) filter (where status <> 'draft' and scheduled_time >= ${week.from}
                                   and scheduled_time < ${week.to}))::int as "thisWeek"
        from posts where workspace_id = ${workspaceId}`.execute(db);
      const next = await sql<PostView>`
        select ${view} from posts p
        where p.workspace_id = ${workspaceId} and p.status in ('scheduled', 'pending')
          and p.scheduled_time > app_now()
        order by p.scheduled_time limit 1`.execute(db);
      const [counts] = counted.rows;
      if (counts === undefined) throw new Error('an aggregate returned no row');
      return { counts, next: next.rows[0] };
    },
  };
}
