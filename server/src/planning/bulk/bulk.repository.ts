import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { isOnInstagramAccount } from '../../posts/listing/posts.repository.ts';
import { firstConnection } from '../../platform/database/fragments/connection-order.ts';
import { displayedAccountId } from '../../platform/database/fragments/post-account.ts';

export interface BatchView extends Row<
  'post_batches',
  'id' | 'created_at' | 'content_hash' | 'posts' | 'undone_at'
> {
  /** The email. */
  created_by: string | null;
  undoable: number;
  first_time: Date | null;
  last_time: Date | null;
  account: string | null;
}

const LATEST_LIMIT = 30;

/** Without any account, all posts wait for the first one to be connected. */
const isOnFirstAccount = sql`(${displayedAccountId} is not distinct from (
  select k.ig_user_id from instagram_connections k where k.id = ${firstConnection(sql`p.workspace_id`)}))`;

const viewColumns = sql`
  b.id, b.created_at, u.email as created_by, b.content_hash, b.posts, b.undone_at, left_of.*
  from post_batches b left join users u on u.id = b.created_by,
  lateral (
    select (count(*) filter (where p.status in ('draft', 'scheduled')))::int as undoable,
           min(p.scheduled_time) as first_time, max(p.scheduled_time) as last_time,
           case when min(${displayedAccountId}) = max(${displayedAccountId}) then min(${displayedAccountId}) end as account
    from batch_posts i join posts_with_publication p on p.id = i.post_id where i.batch_id = b.id) left_of`;

export function createBulkRepository(db: Db | Tx) {
  return {
    /** Both instants are included and a minute wider; of the given account, or of the one that posts without one have. */
    async scheduledBetween(
      workspaceId: string,
      {
        from,
        to,
        instagramAccountId,
      }: { from: Date; to: Date; instagramAccountId: string | undefined },
    ): Promise<Date[]> {
      const found = await sql<{ at: Date }>`
        select p.scheduled_time as at from posts_with_publication p
        where p.workspace_id = ${workspaceId} and p.status in ('scheduled', 'pending')
          and p.scheduled_time >= ${from}::timestamptz - interval '1 minute'
          and p.scheduled_time <= ${to}::timestamptz + interval '1 minute'
          and ${instagramAccountId === undefined ? isOnFirstAccount : isOnInstagramAccount(instagramAccountId)}`.execute(
        db,
      );
      return found.rows.map(({ at }) => at);
    },

    async findByKey(workspaceId: string, key: string): Promise<BatchView | undefined> {
      const found = await sql<BatchView>`
        select ${viewColumns} where b.workspace_id = ${workspaceId} and b.key = ${key}`.execute(db);
      return found.rows[0];
    },

    async find(workspaceId: string, id: string): Promise<BatchView | undefined> {
      const found = await sql<BatchView>`
        select ${viewColumns} where b.workspace_id = ${workspaceId} and b.id = ${id}`.execute(db);
      return found.rows[0];
    },

    async latest(workspaceId: string): Promise<BatchView[]> {
      const found = await sql<BatchView>`
        select ${viewColumns} where b.workspace_id = ${workspaceId}
        order by b.created_at desc, b.id desc limit ${LATEST_LIMIT}`.execute(db);
      return found.rows;
    },

    async insert(batch: {
      id: string;
      workspaceId: string;
      userId: string;
      key: string;
      contentHash: string;
      postIds: readonly string[];
    }): Promise<void> {
      const { id, postIds } = batch;
      await db
        .insertInto('post_batches')
        .values({
          id,
          workspace_id: batch.workspaceId,
          created_by: batch.userId,
          key: batch.key,
          content_hash: batch.contentHash,
          posts: postIds.length,
        })
        .execute();
      const rows = postIds.map((postId) => ({ post_id: postId, batch_id: id }));
      await db.insertInto('batch_posts').values(rows).execute();
    },

    async lockPosts(id: string): Promise<string[]> {
      const locked = await sql<{ id: string }>`
        select post_id as id from publications
        where post_id in (select post_id from batch_posts where batch_id = ${id})
        order by post_id for update`.execute(db);
      return locked.rows.map((row) => row.id);
    },

    async deletePosts(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db.deleteFrom('posts').where('id', 'in', ids).execute();
    },

    async markUndone(id: string): Promise<void> {
      await sql`update post_batches set undone_at = coalesce(undone_at, app_now())
        where id = ${id}`.execute(db);
    },
  };
}
