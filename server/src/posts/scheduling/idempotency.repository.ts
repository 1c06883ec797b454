import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** One API client uses the same keys in several workspaces of one user. */
interface KeyOwner {
  userId: string;
  workspaceId: string;
}

/** The key stands for exactly this request. */
export interface RequestHashes {
  fieldsHash: string;
  filesHash: string;
}

interface NewKeyUse extends KeyOwner, RequestHashes {
  key: string;
  postId: string;
}

export interface KeyUse extends RequestHashes {
  /** Null when the post has been deleted. */
  postId: string | null;
}

const isUnexpired = sql<boolean>`k.created_at > app_now() - interval '24 hours'`;

export function createIdempotencyRepository(db: Db | Tx) {
  return {
    /** Returns false when the key was used in the last 24 hours. */
    async insert(use: NewKeyUse): Promise<boolean> {
      const used = await sql`
        insert into idempotency_keys as k
          (user_id, workspace_id, key, fields_hash, files_hash, post_id)
        values (${use.userId}, ${use.workspaceId}, ${use.key}, ${use.fieldsHash}, ${use.filesHash},
          ${use.postId})
        on conflict (user_id, workspace_id, key) do update
        set fields_hash = excluded.fields_hash, files_hash = excluded.files_hash,
          post_id = excluded.post_id, created_at = app_now()
        where not ${isUnexpired}`.execute(db);
      return used.numAffectedRows === 1n;
    },

    async find({ userId, workspaceId }: KeyOwner, key: string): Promise<KeyUse | undefined> {
      const found = await sql<KeyUse>`
        select k.fields_hash as "fieldsHash", k.files_hash as "filesHash", k.post_id as "postId"
        from idempotency_keys k
        where k.user_id = ${userId} and k.workspace_id = ${workspaceId} and k.key = ${key}
          and ${isUnexpired}`.execute(db);
      return found.rows[0];
    },
  };
}
