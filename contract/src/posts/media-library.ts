import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { oneLine } from '../shared/text-fields.ts';

const MEDIA_LIBRARY_PAGE_SIZE = 30;

const kinds = ['image', 'video'] as const;

/** A file that posts of the workspace use; posts that share a file share this entry. */
const libraryFile = z.object({
  _id: z.string(),
  kind: z.enum(kinds),
  thumbnailUrl: z.string(),
  url: z.string(),
  bytes: z.int(),
  /** In pixels, after the EXIF orientation is applied. */
  width: z.int(),
  height: z.int(),
  durationMs: z.nullable(z.int()),
  addedAt: z.iso.datetime(),
  /** The caption of the latest post with this file; empty where there was none. */
  caption: z.string(),
  altText: z.nullable(z.string()),
  /** Number of posts and drafts that use the file. */
  posts: z.int(),
});
export type LibraryFile = z.output<typeof libraryFile>;

export const listMediaLibrary = endpoint({
  method: 'GET',
  path: '/library',
  access: 'user',
  role: 'view',
  summary: 'Returns the media files of posts and drafts, newest first, 30 per page.',
  query: z.strictObject({
    /** Searches captions and alt texts. */
    q: z.optional(oneLine().check(z.maxLength(100, 'Busque com até 100 caracteres'))),
    kind: z.optional(z.enum(kinds)),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  }),
  data: z.object({
    files: z.array(libraryFile),
    pagination: z.object({
      page: z.int(),
      limit: z.literal(MEDIA_LIBRARY_PAGE_SIZE),
      total: z.int(),
      pages: z.int(),
    }),
  }),
});

export const createUploadFromLibrary = endpoint({
  method: 'POST',
  path: '/library/:id/take',
  access: 'user',
  role: 'edit',
  summary:
    'Creates an upload from a file of the media library and returns its id, which a post can use for one day. 404 NOT_FOUND.',
  status: 201,
  params: z.object({ id: z.uuid() }),
  data: z.object({ uploadId: z.string() }),
});
