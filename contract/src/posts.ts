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
const ALT_TEXT_MAX = 1000;
const MAX_COLLABORATORS = 3;
/** Instagram's bound for one medium. */
const MAX_USER_TAGS = 20;
export const MIN_CAROUSEL_ITEMS = 2;
export const MAX_CAROUSEL_ITEMS = 10;
/** The form offers nothing earlier than this many ms from now; the API refuses only the past. */
export const MIN_LEAD_MS = 30_000;

const instant = z.iso.datetime();

const mediaItem = z.object({
  type: z.enum(['image', 'video']),
  /** A link of the owner's: unguessable, expiring. */
  url: z.string(),
  /** Null for a video that has no picture of its own yet. */
  thumbnailUrl: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  durationMs: z.nullable(z.int()),
  altText: z.nullable(z.string()),
});

/**
 * Somebody shown in a post. `x` and `y` run from 0 to 1 from the top left of a picture; `item` is
 * the place in the carousel, from 0.
 */
const userTag = z.object({
  username: z.string(),
  x: z.optional(z.number()),
  y: z.optional(z.number()),
  item: z.optional(z.int()),
});
export type UserTag = z.output<typeof userTag>;

const reelsConfig = z.object({
  shareToFeed: z.boolean(),
  /** Where in the video its cover is, in ms; null is the beginning. */
  thumbOffset: z.nullable(z.int()),
  audioName: z.nullable(z.string()),
  collaborators: z.array(z.string()),
});

/** What mends a problem; the web shows the matching button. */
const postActions = [
  'reconnect',
  'change_media',
  'edit',
  'try_again',
  'confirm_account',
  'wait',
] as const;
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
  /** Of reels only. */
  reelsConfig: z.nullable(reelsConfig),
  locationId: z.nullable(z.string()),
  userTags: z.array(userTag),
  /** Kept for an account that is not connected yet: goes out only if one is, before the hour. */
  demo: z.boolean(),
  /** Everything slow is done: at the hour one call publishes it. */
  ready: z.boolean(),
  permalink: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  errorAction: z.nullable(z.enum(postActions)),
  /** When a post that waits is expected to go on; null when nobody can say. */
  forecastAt: z.nullable(instant),
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

/** As a draft keeps it: however long. */
const draftCaption = z.pipe(
  z.pipe(
    // A multipart form sends every line end as CRLF.
    z.string(),
    z.transform((text) => text.replaceAll('\r\n', '\n')),
  ),
  // PostgreSQL keeps no such character, and nobody types it.
  z.string().check(
    z.refine((text) => !text.includes('\0'), 'Legenda tem um caractere inválido'),
  ),
);
const caption = draftCaption.check(
  z.refine(
    (text) => captionLength(text) <= CAPTION_MAX,
    `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`,
  ),
);

/** Length of a caption in Unicode code points. */
export function captionLength(text: string): number {
  return Array.from(text).length;
}

/** A JSON value sent as the text of a multipart field. */
const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'Dados inválidos', input: text });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );

/** A name of an Instagram account, with or without its @. */
const username = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim().replace(/^@/, '').toLowerCase()),
  ),
  z.string().check(z.regex(/^[a-z0-9_.]{1,30}$/, 'Nome de usuário do Instagram inválido')),
);
const share = z.number().check(z.minimum(0), z.maximum(1));
const sentTag = z.union([
  z.pipe(
    username,
    z.transform((name): UserTag => ({ username: name })),
  ),
  z.strictObject({
    username,
    x: z.optional(share),
    y: z.optional(share),
    item: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_CAROUSEL_ITEMS - 1))),
  }),
]);

/** Empty clears. */
const clearable = (schema: z.ZodMiniType<string>) => z.union([z.literal(''), schema]);
const wholeMs = z.string().check(z.regex(/^\d{1,7}$/, 'Capa inválida'));
const flag = z.enum(['true', 'false']);

/** What can be said of a post besides its type, caption, hour and files; multipart texts. */
const extras = {
  shareToFeed: z.optional(flag),
  /** In ms. */
  thumbOffset: z.optional(clearable(wholeMs)),
  audioName: z.optional(z.string().check(z.maxLength(200, 'Nome do áudio longo demais'))),
  collaborators: z.optional(
    json(
      z
        .array(username)
        .check(z.maxLength(MAX_COLLABORATORS, `Máximo ${MAX_COLLABORATORS} colaboradores`)),
    ),
  ),
  /** Of a place of Instagram's. */
  locationId: z.optional(
    clearable(z.string().check(z.regex(/^\d{1,25}$/, 'Localização inválida'))),
  ),
  userTags: z.optional(
    json(
      z
        .array(sentTag)
        .check(z.maxLength(MAX_USER_TAGS, `Marque no máximo ${MAX_USER_TAGS} pessoas`)),
    ),
  ),
  /** By item, in their order. */
  altText: z.optional(
    json(
      z
        .array(
          z
            .string()
            .check(
              z.maxLength(ALT_TEXT_MAX, `Texto alternativo com no máximo ${ALT_TEXT_MAX} caracteres`),
            ),
        )
        .check(z.maxLength(MAX_CAROUSEL_ITEMS)),
    ),
  ),
};

const postId = z.object({ id: z.uuid('Dados inválidos') });
/** The post as it is now, and what its owner should know although it was accepted. */
const acceptedPost = z.object({ post, warning: z.nullable(z.string()) });

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
    demo: z._default(flag, 'false'),
    ...extras,
  }),
  data: acceptedPost,
});

export const saveDraft = endpoint({
  method: 'POST',
  path: '/schedule/draft',
  access: 'user',
  summary: 'Keeps a draft, however unfinished. Takes an Idempotency-Key header.',
  status: 201,
  multipart: true,
  body: z.strictObject({
    /** Told by the files when it is missing. */
    mediaType: z.optional(z.enum(mediaTypes)),
    caption: z._default(draftCaption, ''),
    scheduledTime: z.optional(clearable(instant)),
    ...extras,
  }),
  data: acceptedPost,
});

export const scheduleDraft = endpoint({
  method: 'PUT',
  path: '/schedule/draft/:id/schedule',
  access: 'user',
  summary: 'Turns a draft into a scheduled post, if it is complete.',
  params: postId,
  body: z.strictObject({
    scheduledTime: z.iso.datetime('Data e hora são obrigatórias'),
    demo: z._default(z.boolean(), false),
  }),
  data: acceptedPost,
});

export const updatePost = endpoint({
  method: 'PUT',
  path: '/scheduled/:id',
  access: 'user',
  summary: 'Changes what is sent of a post; files, when there are any, replace all of its files.',
  multipart: true,
  params: postId,
  body: z.strictObject({
    caption: z.optional(draftCaption),
    scheduledTime: z.optional(clearable(instant)),
    ...extras,
  }),
  data: acceptedPost,
});

export const forcePublish = endpoint({
  method: 'POST',
  path: '/schedule/force-publish',
  access: 'user',
  summary: 'Publishes a post now instead of at its hour, or tries again one that did not go out.',
  status: 202,
  body: z.strictObject({ postId: z.uuid('Dados inválidos') }),
  data: z.object({ post }),
});

export const confirmAccount = endpoint({
  method: 'POST',
  path: '/schedule/confirm-account',
  access: 'user',
  summary: 'Lets posts made for an earlier account go out on the connected one; all, or those named.',
  body: z.strictObject({ postIds: z.optional(z.array(z.uuid('Dados inválidos'))) }),
  data: z.object({ confirmed: z.int() }),
});

export const getPost = endpoint({
  method: 'GET',
  path: '/scheduled/:id',
  access: 'user',
  summary: 'One post and what has happened to it, oldest first.',
  params: postId,
  data: z.object({
    post,
    history: z.array(z.object({ at: instant, kind: z.string(), text: z.string() })),
  }),
});

/** Milliseconds. */
const lateness = z.object({
  count: z.int(),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p99: z.nullable(z.number()),
});

export const schedulerStatus = endpoint({
  method: 'GET',
  path: '/schedule/scheduler-status',
  access: 'user',
  summary: 'Whether posts are being published, and how punctually in the last 24 hours.',
  data: z.object({
    alive: z.boolean(),
    workers: z.int(),
    lastSeenAt: z.nullable(instant),
    /** Of the caller's posts. */
    nextDue: z.nullable(instant),
    /** The caller's posts whose hour has passed and that are still on their way. */
    overdue: z.int(),
    /** Of everybody's posts, from the hour to Instagram's answer. */
    lateness,
    /** Of posts that Instagram or their account made wait. */
    excused: lateness,
  }),
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
  params: postId,
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
