import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export function createFirstCommentStatusRepository(db: Db) {
  return {
    async find(workspaceId: string, postId: string): Promise<FirstCommentState | null> {
      const found = await db
        .selectFrom('first_comments')
        .select(['state', 'reason', 'action'])
        .where('post_id', '=', postId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return found ?? null;
    },

    /** The comment has the time limit of a new one. */
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
