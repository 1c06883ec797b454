import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { MediaFileRow } from '../database/tables.ts';

/** A file in storage, on its way into a row. */
export interface StoredMedia {
  id: string;
  kind: MediaFileRow['kind'];
  sha256: string;
  thumbnailSha256: string;
  bytes: number;
  width: number;
  height: number;
}

/** SQL of media files. */
export function createMediaRepository(db: Db | Tx) {
  return {
    async insert(workspaceId: string, media: StoredMedia): Promise<void> {
      const { thumbnailSha256, ...columns } = media;
      await db
        .insertInto('media_files')
        .values({ ...columns, workspace_id: workspaceId, thumbnail_sha256: thumbnailSha256 })
        .execute();
    },

    find(fileId: string) {
      return db
        .selectFrom('media_files')
        .select(['sha256', 'thumbnail_sha256'])
        .where('id', '=', fileId)
        .executeTakeFirst();
    },

    /** What a living container is made of; the link ends with the container, at most 25 h old. */
    findOfContainer(containerId: string) {
      return db
        .selectFrom('containers as c')
        .innerJoin('post_media as m', (join) =>
          join.onRef('m.post_id', '=', 'c.post_id').onRef('m.position', '=', 'c.position'),
        )
        .innerJoin('media_files as f', 'f.id', 'm.file_id')
        .select('f.sha256')
        .where('c.id', '=', containerId)
        .where('c.state', 'in', ['creating', 'processing', 'finished'])
        .where(sql<boolean>`c.born_at > app_now() - interval '25 hours'`)
        .executeTakeFirst();
    },
  };
}
