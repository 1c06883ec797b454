import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const mediaTypes = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const;
export type MediaType = (typeof mediaTypes)[number];

const postStatuses = [
  'draft',
  'scheduled',
  'pending',
  'published',
  'failed',
  'error',
  'expired',
] as const;
export type PostStatus = (typeof postStatuses)[number];

export const CAPTION_MAX = 2200;
/** The form offers nothing earlier than this many ms from now; the API refuses only the past. */
export const MIN_LEAD_MS = 30_000;

const instant = z.iso.datetime();

const mediaItem = z.object({
  type: z.enum(['image', 'video']),
  /** A link of the owner's: unguessable, expiring. */
  url: z.string(),
  thumbnailUrl: z.string(),
  width: z.int(),
  height: z.int(),
});

/** What mends a problem; the web shows the matching button. */
const postActions = ['reconnect', 'change_media', 'edit', 'try_again', 'wait'] as const;
export type PostAction = (typeof postActions)[number];

export const post = z.object({
  _id: z.string(),
  mediaType: z.enum(mediaTypes),
  status: z.enum(postStatuses),
  caption: z.string(),
  scheduledTime: z.nullable(instant),
  createdAt: instant,
  publishedAt: z.nullable(instant),
  imageUrl: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  mediaItems: z.array(mediaItem),
  /** Kept for an account that is not connected yet: goes out only if one is, before the hour. */
  demo: z.boolean(),
  /** Everything slow is done: at the hour one call publishes it. */
  ready: z.boolean(),
  permalink: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  errorAction: z.nullable(z.enum(postActions)),
});
export type Post = z.output<typeof post>;

const mediaTypeOption = z.object({
  value: z.enum(mediaTypes),
  label: z.string(),
  maxFiles: z.int(),
  accepts: z.string(),
  icon: z.string(),
});

export const listMediaTypes = endpoint({
  method: 'GET',
  path: '/schedule/media-types',
  access: 'public',
  summary: 'The types of post that can be scheduled.',
  data: z.object({ mediaTypes: z.array(mediaTypeOption) }),
});

const caption = z.string().check(
  // PostgreSQL keeps no such character, and nobody types it.
  z.refine((text) => !text.includes('\0'), 'Legenda tem um caractere inválido'),
  z.refine(
    (text) => captionLength(text) <= CAPTION_MAX,
    `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`,
  ),
);

/** Length of a caption in Unicode code points. */
export function captionLength(text: string): number {
  return Array.from(text).length;
}

export const schedulePost = endpoint({
  method: 'POST',
  path: '/schedule',
  access: 'user',
  summary: 'Schedules a post. Takes an Idempotency-Key header: the same key, the same post.',
  status: 201,
  multipart: true,
  body: z.strictObject({
    mediaType: z.enum(mediaTypes, 'Selecione o tipo de conteúdo'),
    caption: z._default(caption, ''),
    scheduledTime: z.iso.datetime('Selecione data e hora'),
    demo: z._default(z.enum(['true', 'false']), 'false'),
  }),
  data: z.object({ post }),
});

/** A filter whose `ALL` means that it is not applied. */
const orAll = <const T extends readonly string[]>(values: T) =>
  z._default(z.enum([...values, 'ALL']), 'ALL');

export const listPosts = endpoint({
  method: 'GET',
  path: '/scheduled',
  access: 'user',
  summary: 'Posts by scheduledTime, undated last; from/to bound scheduledTime, to excluded.',
  query: z.strictObject({
    mediaType: orAll(mediaTypes),
    status: orAll(postStatuses),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 20),
    from: z.optional(instant),
    to: z.optional(instant),
  }),
  data: z.object({
    posts: z.array(post),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
  }),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/scheduled/:id',
  access: 'user',
  summary: 'Deletes a draft or a scheduled post; 409 POST_IN_PROGRESS once it is on its way.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});

export const postStats = endpoint({
  method: 'GET',
  path: '/schedule/stats',
  access: 'user',
  summary: 'Counts by state and the next post to go out.',
  data: z.object({
    total: z.int(),
    scheduled: z.int(),
    published: z.int(),
    drafts: z.int(),
    failed: z.int(),
    thisWeek: z.int(),
    nextPost: z.nullable(
      z.pick(post, {
        _id: true,
        scheduledTime: true,
        mediaType: true,
        caption: true,
        mediaItems: true,
      }),
    ),
  }),
});
