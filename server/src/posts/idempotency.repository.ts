import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

/** SQL of idempotency keys: which post a request of a user has made already. */
export function createIdempotencyRepository(db: Db | Tx) {
  return {
    async insert(entry: {
      userId: string;
      key: string;
      contentHash: string;
      postId: string;
    }): Promise<void> {
      await sql`
        insert into idempotency_keys (user_id, key, content_hash, post_id)
        values (${entry.userId}, ${entry.key}, ${entry.contentHash}, ${entry.postId})`.execute(db);
    },

    /** What a key was used for in the last 24 hours. */
    async find(userId: string, key: string) {
      await sql`delete from idempotency_keys
        where user_id = ${userId} and created_at < app_now() - interval '24 hours'`.execute(db);
      return db
        .selectFrom('idempotency_keys')
        .select(['content_hash', 'post_id'])
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .executeTakeFirst();
    },
  };
}
