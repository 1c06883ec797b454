import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Returns the queries for first comments as the API shows them. */
export function createFirstCommentStatusRepository(db: Db) {
  return {
    /** Returns the state of the first comment of a post in this workspace; null when there is none. */
    async find(workspaceId: string, postId: string): Promise<FirstCommentState | null> {
      const found = await db
        .selectFrom('first_comments')
        .select(['state', 'reason', 'action'])
        .where('post_id', '=', postId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return found ?? null;
    },

    /** Retries a failed comment at the request of its owner, with the time limit of a new one. */
    async retry(workspaceId: string, postId: string): Promise<void> {
      await sql`
        update first_comments
        set state = 'waiting', next_at = app_now(), attempts = 0, created_at = app_now(),
            ended_at = null, reason = null, action = null
        where post_id = ${postId} and workspace_id = ${workspaceId}
          and state = 'failed'`.execute(db);
    },
  };
}
