import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** One API client uses the same keys in several workspaces of one user. */
interface KeyOwner {
  userId: string;
  workspaceId: string;
}

const isUnexpired = sql<boolean>`k.created_at > app_now() - interval '24 hours'`;

/** Used when another workspace of this user has the key. */
const workspaceScopedKey = ({ workspaceId }: KeyOwner, key: string) => `${workspaceId}:${key}`;

/** A row without its post may belong to this workspace, so its key stays used. */
const matchingKeyRows = (owner: KeyOwner, key: string) => sql`
  from idempotency_keys k left join posts_with_publication p on p.id = k.post_id
  where k.user_id = ${owner.userId} and ${isUnexpired}
    and (k.key = ${workspaceScopedKey(owner, key)} or k.key = ${key}
      and coalesce(p.workspace_id, ${owner.workspaceId}) = ${owner.workspaceId})`;

interface Entry extends KeyOwner {
  key: string;
  contentHash: string;
  postId: string;
}

/**
 * The key stays unchanged, because the previous version reads it during a deployment; the workspace is added
 * only if another workspace of the user has the key.
 */
async function insertKey(db: Db | Tx, entry: Entry): Promise<boolean> {
  const { userId, key, contentHash, postId } = entry;
  const used = await sql`
    insert into idempotency_keys as k (user_id, key, content_hash, post_id)
    select ${userId}::uuid,
      case when exists (
          select from idempotency_keys k
          where k.user_id = ${userId} and k.key = ${key} and ${isUnexpired})
        then ${workspaceScopedKey(entry, key)} else ${key} end,
      ${contentHash}, ${postId}::uuid
    where not exists (select ${matchingKeyRows(entry, key)})
    on conflict (user_id, key) do update
    set content_hash = excluded.content_hash, post_id = excluded.post_id, created_at = app_now()
    where not ${isUnexpired}`.execute(db);
  return used.numAffectedRows === 1n;
}

export function createIdempotencyRepository(db: Db | Tx) {
  return {
    /** Returns false when the key was used in the last 24 hours. */
    async insert(entry: Entry): Promise<boolean> {
      // The second attempt succeeds if another workspace took the key at the same time.
      return (await insertKey(db, entry)) || insertKey(db, entry);
    },

    async find(owner: KeyOwner, key: string) {
      const found = await sql<{ content_hash: string; post_id: string | null }>`
        select k.content_hash, k.post_id ${matchingKeyRows(owner, key)} limit 1`.execute(db);
      return found.rows[0];
    },
  };
}
