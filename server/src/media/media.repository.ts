import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';
import type { ConversionKind, MediaKind, MediaState } from '../platform/database/rows.ts';

export interface StoredMedia {
  id: string;
  kind: MediaKind;
  contentType: string;
  sha256: string;
  thumbnailSha256: string;
  /** Null for images. */
  coverSha256: string | null;
  bytes: number;
  width: number;
  height: number;
  durationMs: number | null;
  state: Exclude<MediaState, 'refused'>;
  /** Null when the video needs none. */
  conversion: ConversionKind | null;
  source: SourceImage | null;
}

export interface SourceImage {
  sha256: string;
  width: number;
  height: number;
}

export function createMediaRepository(db: Db | Tx) {
  return {
    async insert(workspaceId: string, media: StoredMedia): Promise<void> {
      const { source } = media;
      await db
        .insertInto('media_files')
        .values({
          id: media.id,
          workspace_id: workspaceId,
          kind: media.kind,
          content_type: media.contentType,
          sha256: media.sha256,
          thumbnail_sha256: media.thumbnailSha256,
          cover_sha256: media.coverSha256,
          bytes: media.bytes,
          width: media.width,
          height: media.height,
          duration_ms: media.durationMs,
          state: media.state,
          conversion: media.conversion,
          source_sha256: source?.sha256 ?? null,
          source_width: source?.width ?? null,
          source_height: source?.height ?? null,
        })
        .execute();
    },

    /** The owner no longer sees a file that no post or account references. */
    findReferenced(fileId: string) {
      return db
        .selectFrom('media_files as f')
        .select(['f.sha256', 'f.thumbnail_sha256', 'f.cover_sha256', 'f.content_type', 'f.state'])
        .where('f.id', '=', fileId)
        .where(
          sql<boolean>`(exists (select from post_media m where m.file_id = f.id)
            or exists (select from instagram_connections k where k.picture_file_id = f.id))`,
        )
        .executeTakeFirst();
    },

    /** A replaced file is never returned: Instagram would process the new file for the old container. */
    findByContainer(containerId: string) {
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
