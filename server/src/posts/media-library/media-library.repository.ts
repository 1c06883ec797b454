import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

export interface MediaLibraryRow extends Row<
  'media_files',
  'id' | 'width' | 'height' | 'duration_ms' | 'created_at'
> {
  kind: 'image' | 'video';
  bytes: number;
  caption: string;
  alt_text: string | null;
  posts: number;
  total: number;
}

export interface MediaLibrarySearch {
  q: string | undefined;
  kind: 'image' | 'video' | undefined;
}

/** Users leave out accents and capitals on a phone. */
const foldText = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const foldedColumn = (column: 'caption' | 'alt_text') =>
  sql`lower(regexp_replace(normalize(${sql.ref(column)}, NFD), '[\u0300-\u036f]', '', 'g'))`;

const likePattern = (q: string) => `%${foldText(q).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export function createMediaLibraryRepository(db: Db | Tx) {
  return {
    /** Each distinct content once, under its newest file, if a post uses it. */
    async page(
      workspaceId: string,
      { q, kind }: MediaLibrarySearch,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<MediaLibraryRow[]> {
      const pattern = q === undefined || q === '' ? null : likePattern(q);
      const found = await sql<MediaLibraryRow>`
        with shown as (
          select f.sha256, f.id, f.kind, f.thumbnail_sha256, f.bytes, f.duration_ms, f.created_at,
            m.post_id, m.alt_text, p.caption, p.created_at as posted_at
          from media_files f join post_media m on m.file_id = f.id join posts p on p.id = m.post_id
          where f.workspace_id = ${workspaceId} and f.state = 'ready' and f.kind <> 'avatar'
            and (${kind ?? null}::text is null or f.kind = ${kind ?? null}::text)),
        files as (
          select sha256,
            (array_agg(id order by created_at desc, id desc))[1] as id,
            max(created_at) as created_at,
            count(distinct post_id)::int as posts,
            (array_agg(caption order by posted_at desc, post_id desc)
              filter (where caption <> ''))[1] as caption,
            (array_agg(alt_text order by posted_at desc, post_id desc)
              filter (where alt_text <> ''))[1] as alt_text,
            coalesce(bool_or(case when ${pattern}::text is not null then
              ${foldedColumn('caption')} like ${pattern} or ${foldedColumn('alt_text')} like ${pattern} end),
              false) as fits
          from shown group by sha256),
        wanted as (
          select * from files
          where ${pattern}::text is null or fits)
        select w.id, f.kind,
          f.bytes::float8 as bytes, f.width, f.height, f.duration_ms, w.created_at, coalesce(w.caption, '') as caption,
          w.alt_text, w.posts, (select count(*)::int from wanted) as total
        from wanted w join media_files f on f.id = w.id
        order by w.created_at desc, w.id desc limit ${limit} offset ${offset}`.execute(db);
      return found.rows;
    },

    /** The copy is independent. Returns undefined when no post of the workspace uses the file. */
    async copy(
      workspaceId: string,
      fileId: string,
      newFileId: string,
    ): Promise<{ sha256: string; bytes: number } | undefined> {
      // The garbage collection must not delete the file meanwhile.
      const copied = await sql<{ sha256: string; bytes: number }>`
        with source as (
          select f.* from media_files f
          where f.id = ${fileId} and f.workspace_id = ${workspaceId} and f.state = 'ready'
            and f.kind <> 'avatar' and exists (select from post_media m where m.file_id = f.id)
          for share)
        insert into media_files (id, workspace_id, kind, content_type, sha256, thumbnail_sha256,
          cover_sha256, fingerprint, bytes, width, height, duration_ms, state,
          source_sha256, source_width, source_height)
        select ${newFileId}::uuid, workspace_id, kind, content_type, sha256, thumbnail_sha256,
          cover_sha256, fingerprint, bytes, width, height, duration_ms, state,
          source_sha256, source_width, source_height
        from source returning sha256, bytes::float8 as bytes`.execute(db);
      return copied.rows[0];
    },
  };
}
