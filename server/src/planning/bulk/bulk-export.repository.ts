import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

interface ExportedBatch {
  _id: string;
  createdBy: string | null;
  createdAt: Date;
  posts: number;
  /** Posts that still exist. */
  postIds: string[];
  undoneAt: Date | null;
}

export async function exportBatches(db: Db, workspaceId: string): Promise<ExportedBatch[]> {
  const found = await sql<ExportedBatch>`
    select b.id as "_id", b.created_by as "createdBy", b.created_at as "createdAt", b.posts,
      b.undone_at as "undoneAt",
      array(select i.post_id from batch_posts i where i.batch_id = b.id order by 1) as "postIds"
    from post_batches b where b.workspace_id = ${workspaceId}
    order by b.created_at, b.id`.execute(db);
  return found.rows;
}
