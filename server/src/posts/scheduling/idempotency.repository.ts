import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** One API client uses the same keys in several workspaces of one user. */
interface KeyOwner {
  userId: string;
  workspaceId: string;
}

interface KeyUse extends KeyOwner {
  key: string;
  contentHash: string;
  postId: string;
}

const isUnexpired = sql<boolean>`k.created_at > app_now() - interval '24 hours'`;

export function createIdempotencyRepository(db: Db | Tx) {
  return {
    /** Returns false when the key was used in the last 24 hours. */
    async insert({ userId, workspaceId, key, contentHash, postId }: KeyUse): Promise<boolean> {
      const used = await sql`
        insert into idempotency_keys as k (user_id, workspace_id, key, content_hash, post_id)
        values (${userId}, ${workspaceId}, ${key}, ${contentHash}, ${postId})
        on conflict (user_id, workspace_id, key) do update
        set content_hash = excluded.content_hash, post_id = excluded.post_id, created_at = app_now()
        where not ${isUnexpired}`.execute(db);
      return used.numAffectedRows === 1n;
    },

    async find({ userId, workspaceId }: KeyOwner, key: string) {
      const found = await sql<{ content_hash: string; post_id: string | null }>`
        select k.content_hash, k.post_id from idempotency_keys k
        where k.user_id = ${userId} and k.workspace_id = ${workspaceId} and k.key = ${key}
          and ${isUnexpired}`.execute(db);
      return found.rows[0];
    },
  };
}
