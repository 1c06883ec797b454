import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

/** What has ended is swept away some time later. */
const isLiving = sql<boolean>`idempotency_keys.created_at > app_now() - interval '24 hours'`;

/** SQL of idempotency keys: which post a request of a user has made already. */
export function createIdempotencyRepository(db: Db | Tx) {
  return {
    /** Whether the key could be used: it was not, or longer ago than that. */
    async insert(entry: {
      userId: string;
      key: string;
      contentHash: string;
      postId: string;
    }): Promise<boolean> {
      const used = await sql`
        insert into idempotency_keys (user_id, key, content_hash, post_id)
        values (${entry.userId}, ${entry.key}, ${entry.contentHash}, ${entry.postId})
        on conflict (user_id, key) do update
        set content_hash = excluded.content_hash, post_id = excluded.post_id, created_at = app_now()
        where not ${isLiving}`.execute(db);
      return used.numAffectedRows === 1n;
    },

    /** What a key was used for in the last 24 hours. */
    find(userId: string, key: string) {
      return db
        .selectFrom('idempotency_keys')
        .select(['content_hash', 'post_id'])
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .where(isLiving)
        .executeTakeFirst();
    },
  };
}
