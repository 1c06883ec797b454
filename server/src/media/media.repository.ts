import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { MediaKind, MediaState } from '../database/tables.ts';

/** A file in storage, on its way into a row. */
export interface StoredMedia {
  id: string;
  kind: MediaKind;
  contentType: string;
  sha256: string;
  /** Null only for videos of before they had pictures. */
  thumbnailSha256: string | null;
  bytes: number;
  width: number;
  height: number;
  durationMs: number | null;
  state: Exclude<MediaState, 'refused'>;
}

/** SQL of media files. */
export function createMediaRepository(db: Db | Tx) {
  return {
    async insert(workspaceId: string, media: StoredMedia): Promise<void> {
      const { contentType, thumbnailSha256, durationMs, ...columns } = media;
      await db
        .insertInto('media_files')
        .values({
          ...columns,
          workspace_id: workspaceId,
          content_type: contentType,
          thumbnail_sha256: thumbnailSha256,
          duration_ms: durationMs,
        })
        .execute();
    },

    find(fileId: string) {
      return db
        .selectFrom('media_files')
        .select(['sha256', 'thumbnail_sha256', 'content_type'])
        .where('id', '=', fileId)
        .executeTakeFirst();
    },

    /**
     * What a living container is made of; the link ends with the container, at most 25 h old. Never
     * a file that has taken its place since: Instagram would process the new one under the old name.
     */
    findOfContainer(containerId: string) {
      return db
        .selectFrom('containers as c')
        .innerJoin('media_files as f', 'f.id', 'c.file_id')
        .select(['f.sha256', 'f.content_type'])
        .where('c.id', '=', containerId)
        .where('c.post_id', 'is not', null)
        .where('c.state', 'in', ['creating', 'processing', 'finished'])
        .where(sql<boolean>`c.born_at > app_now() - interval '25 hours'`)
        .executeTakeFirst();
    },
  };
}
