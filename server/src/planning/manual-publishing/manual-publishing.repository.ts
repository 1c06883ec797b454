import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PostRow } from '../../platform/database/rows.ts';

const BATCH_SIZE = 200;

export function createManualPublishingRepository(db: Db | Tx) {
  return {
    find(workspaceId: string, postId: string): Promise<PostRow | undefined> {
      return db
        .selectFrom('posts_with_publication')
        .selectAll()
        .where('id', '=', postId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
    },

    /**
     * Each post for one caller: for a week when the owner publishes manually, for a day when the owner was
     * only notified. The interval grows from 30 seconds with the age.
     */
    async claimPostsToDetect(): Promise<PostRow[]> {
      const taken = await sql<{ post_id: string }>`
        update publications set manual_checked_at = app_now()
        where post_id in (
          select post_id from publications
          where manual_prompted_at is not null and status in ('failed', 'error', 'expired')
            and coalesce(manual_since, manual_prompted_at) > app_now() - interval '7 days'
            and (manual_since is not null or manual_prompted_at > app_now() - interval '1 day')
            and (manual_checked_at is null or manual_checked_at < app_now() - greatest(
              interval '30 seconds', (app_now() - coalesce(manual_since, manual_prompted_at)) / 10))
          order by manual_checked_at nulls first limit ${BATCH_SIZE} for update skip locked)
        returning post_id`.execute(db);
      if (taken.rows.length === 0) return [];
      const ids = taken.rows.map((row) => row.post_id);
      return db.selectFrom('posts_with_publication').selectAll().where('id', 'in', ids).execute();
    },

    /** The next pass takes them. */
    async releasePosts(ids: readonly string[]): Promise<void> {
      await sql`
        update publications set manual_checked_at = null
        where post_id = any(${[...ids]}::uuid[]) and status in ('failed', 'error', 'expired')`.execute(
        db,
      );
    },
  };
}
