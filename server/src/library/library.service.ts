import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import type { LibraryFile, listLibrary } from '@pontual/contract/library.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { newId } from '../ids.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { createUploadsRepository } from '../media/uploads.repository.ts';
import { createLibraryRepository, type LibraryRow } from './library.repository.ts';

/** As the contract says. */
const PAGE = 30;

export type Library = ReturnType<typeof createLibrary>;

/** What the posts of a workspace are made of, to be found and used again. */
export function createLibrary(deps: { database: Database; links: Pick<MediaLinks, 'forOwner'> }) {
  const { database, links } = deps;
  const repository = createLibraryRepository(database.db);

  const present = (row: LibraryRow): LibraryFile => ({
    _id: row.id,
    kind: row.kind,
    thumbnailUrl: row.has_thumbnail ? links.forOwner(row.id, 'thumbnail') : null,
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
      { q, kind, page }: RequestOf<typeof listLibrary>['query'],
    ): Promise<DataOf<typeof listLibrary>> {
      const part = { limit: PAGE, offset: (page - 1) * PAGE };
      const rows = await repository.page(workspaceId, { q, kind }, part);
      const total = rows[0]?.total ?? 0;
      return {
        files: rows.map(present),
        pagination: { page, limit: PAGE, total, pages: Math.ceil(total / PAGE) },
      };
    },

    /** @throws AppError NOT_FOUND */
    take: (workspaceId: string, fileId: string): Promise<string> =>
      database.inTransaction(async (tx) => {
        const newFileId = newId();
        const copied = await createLibraryRepository(tx).copy(workspaceId, fileId, newFileId);
        if (copied === undefined) throw new AppError('NOT_FOUND', { message: GONE });
        const id = `${workspaceId}_${newId()}`;
        const { sha256: sentSha256, bytes } = copied;
        const upload = { id, workspaceId, fileId: newFileId, sentSha256, bytes };
        await createUploadsRepository(tx).insert(upload);
        return id;
      }),
  };
}

const GONE = 'Este arquivo não está mais na biblioteca: nenhum post o usa.';
