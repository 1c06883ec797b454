import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Of whose requests a key is one: a program acts in several workspaces of one person with the same keys. */
interface KeyOwner {
  userId: string;
  workspaceId: string;
}

/** What has ended is swept away some time later. */
const isUnexpired = sql<boolean>`k.created_at > app_now() - interval '24 hours'`;

/** A key that another workspace of this user has in use. */
const workspaceScopedKey = ({ workspaceId }: KeyOwner, key: string) => `${workspaceId}:${key}`;

/** Rows of this key. One whose post is gone may be of this workspace, and must not be made again. */
const matchingKeyRows = (owner: KeyOwner, key: string) => sql`
  from idempotency_keys k left join posts p on p.id = k.post_id
  where k.user_id = ${owner.userId} and ${isUnexpired}
    and (k.key = ${workspaceScopedKey(owner, key)} or k.key = ${key}
      and coalesce(p.workspace_id, ${owner.workspaceId}) = ${owner.workspaceId})`;

interface Entry extends KeyOwner {
  key: string;
  contentHash: string;
  postId: string;
}

/**
 * A key is kept as it came, which the version before reads too, while both run; apart only where another
 * workspace has it.
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

/** SQL of idempotency keys: which post a request of a user has made in a workspace already. */
export function createIdempotencyRepository(db: Db | Tx) {
  return {
    /** Whether the key could be used: it was not, or longer ago than that. */
    async insert(entry: Entry): Promise<boolean> {
      // A second time: another workspace may have taken it in the same instant.
      return (await insertKey(db, entry)) || insertKey(db, entry);
    },

    /** What a key was used for in the last 24 hours. */
    async find(owner: KeyOwner, key: string) {
      const found = await sql<{ content_hash: string; post_id: string | null }>`
        select k.content_hash, k.post_id ${matchingKeyRows(owner, key)} limit 1`.execute(db);
      return found.rows[0];
    },
  };
}
