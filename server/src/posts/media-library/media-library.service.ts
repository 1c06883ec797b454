import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { LibraryFile, listMediaLibrary } from '@pontual/contract/posts/media-library.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { MediaLinks } from '../../media/links.ts';
import { createUploadsRepository } from '../../media/uploads/uploads.repository.ts';
import { createMediaLibraryRepository, type MediaLibraryRow } from './media-library.repository.ts';

const PAGE_SIZE = 30;

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;

export function createMediaLibrary(deps: {
  database: Database;
  links: Pick<MediaLinks, 'forOwner'>;
}) {
  const { database, links } = deps;
  const repository = createMediaLibraryRepository(database.db);

  const present = (row: MediaLibraryRow): LibraryFile => ({
    _id: row.id,
    kind: row.kind,
    thumbnailUrl: links.forOwner(row.id, 'thumbnail'),
    url: links.forOwner(row.id, 'file'),
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    addedAt: row.created_at.toISOString(),
    caption: row.caption,
    altText: row.alt_text,
    posts: row.posts,
  });

  return {
    async list(
      workspaceId: string,
      { q, kind, page }: RequestOf<typeof listMediaLibrary>['query'],
    ): Promise<DataOf<typeof listMediaLibrary>> {
      const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const rows = await repository.page(workspaceId, { q, kind }, part);
      const total = rows[0]?.total ?? 0;
      return {
        files: rows.map(present),
        pagination: { page, limit: PAGE_SIZE, total, pages: Math.ceil(total / PAGE_SIZE) },
      };
    },

    /** @throws AppError NOT_FOUND */
    copyToUpload: (workspaceId: string, fileId: string): Promise<string> =>
      database.inTransaction(async (tx) => {
        const newFileId = newId();
        const copied = await createMediaLibraryRepository(tx).copy(workspaceId, fileId, newFileId);
        if (copied === undefined)
          throw new AppError('NOT_FOUND', { message: FILE_NOT_FOUND_MESSAGE });
        const id = `${workspaceId}_${newId()}`;
        const { sha256: uploadSha256, bytes } = copied;
        const upload = { id, workspaceId, fileId: newFileId, uploadSha256, bytes };
        await createUploadsRepository(tx).insert(upload);
        return id;
      }),
  };
}

const FILE_NOT_FOUND_MESSAGE = 'Este arquivo não está mais na biblioteca: nenhum post o usa.';
