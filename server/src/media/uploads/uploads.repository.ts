import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { MediaFileRow } from '../../platform/database/rows.ts';

export interface FinishedUpload extends Omit<MediaFileRow, 'bytes'> {
  bytes: number;
  upload_id: string;
  sent_sha256: string;
}

export function createUploadsRepository(db: Db | Tx) {
  return {
    async insert(upload: {
      id: string;
      workspaceId: string;
      fileId: string;
      uploadSha256: string;
      bytes: number;
    }): Promise<void> {
      await db
        .insertInto('uploads')
        .values({
          id: upload.id,
          workspace_id: upload.workspaceId,
          file_id: upload.fileId,
          sent_sha256: upload.uploadSha256,
          sent_bytes: upload.bytes,
        })
        .execute();
    },

    async bytesOf(id: string): Promise<number | undefined> {
      const found = await db
        .selectFrom('uploads')
        .select('sent_bytes')
        .where('id', '=', id)
        .executeTakeFirst();
      return found && Number(found.sent_bytes);
    },

    /** Only those of the workspace, in no order. */
    async find(workspaceId: string, ids: readonly string[]): Promise<FinishedUpload[]> {
      const found = await sql<FinishedUpload>`
        select f.*, f.bytes::float8 as bytes, u.id as upload_id, u.sent_sha256
        from uploads u join media_files f on f.id = u.file_id
        where u.workspace_id = ${workspaceId} and u.id = any(${[...ids]})`.execute(db);
      return found.rows;
    },
  };
}
