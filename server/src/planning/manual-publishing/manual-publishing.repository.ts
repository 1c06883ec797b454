import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PostRow } from '../../platform/database/tables.ts';

const BATCH_SIZE = 200;

/** Returns the queries for manual post detection. */
export function createManualPublishingRepository(db: Db | Tx) {
  return {
    find(workspaceId: string, postId: string): Promise<PostRow | undefined> {
      return db
        .selectFrom('posts')
        .selectAll()
        .where('id', '=', postId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
    },

    /**
     * Claims the posts to detect, each for one caller: for a week when the owner publishes manually, for a
     * day when the owner was only notified. The interval grows from 30 seconds with the age.
     */
    async claimPostsToDetect(): Promise<PostRow[]> {
      const taken = await sql<PostRow>`
        update posts set plan_b_looked_at = app_now()
        where id in (
          select id from posts
          where plan_b_at is not null and status in ('failed', 'error', 'expired') and stage = 'idle'
            and coalesce(by_hand_since, plan_b_at) > app_now() - interval '7 days'
            and (by_hand_since is not null or plan_b_at > app_now() - interval '1 day')
            and (plan_b_looked_at is null or plan_b_looked_at < app_now() - greatest(
              interval '30 seconds', (app_now() - coalesce(by_hand_since, plan_b_at)) / 10))
          order by plan_b_looked_at nulls first limit ${BATCH_SIZE} for update skip locked)
        returning *`.execute(db);
      return taken.rows;
    },

    /** Releases posts that were not checked, so that the next pass takes them. */
    async releasePosts(ids: readonly string[]): Promise<void> {
      await sql`
        update posts set plan_b_looked_at = null
        where id = any(${[...ids]}::uuid[]) and status in ('failed', 'error', 'expired')
          and stage = 'idle'`.execute(db);
    },
  };
}
