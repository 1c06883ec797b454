import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { fitModes } from '../media/image-fit.ts';
import { postSeries } from './series-rule.ts';

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

/** In ms from now: the form offers no earlier time; the API refuses only times in the past. */
export const MIN_LEAD_MS = 30_000;

/** An ISO 8601 instant in UTC or with an offset; the server always responds in UTC. */
export const instantWithMessage = (message: string) =>
  // The limit is for the fraction of a second, which has as many digits as a client likes.
  z.iso.datetime({ offset: true, error: message }).check(z.maxLength(40, message));
export const instant = instantWithMessage('Data e hora inválidas');

const mediaItem = z.object({
  type: z.enum(['image', 'video']),
  /** An expiring, unguessable URL. */
  url: z.string(),
  thumbnailUrl: z.string(),
  /** A video frame in display size; null for a picture. */
  coverUrl: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  durationMs: z.nullable(z.int()),
  altText: z.nullable(z.string()),
  /** While a video is converting, `url` is the uploaded file; a refused video is never published. */
  state: z.enum(['ready', 'converting', 'refused']),
  /** Progress of the conversion in percent; null when none is running. */
  progress: z.nullable(z.int()),
  /** Estimated time in ms until the conversion ends, at its average speed so far; null while unknown. */
  readyInMs: z.nullable(z.int()),
  refusal: z.nullable(z.string()),
});

/** `x` and `y`: 0 to 1 from the top left; `item`: index in the carousel, from 0. */
const userTag = z.object({
  username: z.string(),
  x: z.optional(z.number()),
  y: z.optional(z.number()),
  item: z.optional(z.int()),
});
export type UserTag = z.output<typeof userTag>;

const reelsConfig = z.object({
  shareToFeed: z.boolean(),
  /** Position of the cover frame in the video, in ms; null means the start. */
  thumbOffset: z.nullable(z.int()),
  audioName: z.nullable(z.string()),
  collaborators: z.array(z.string()),
});

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
  /** An unknown status from a later version becomes `scheduled` (specification, section 4). */
  status: z.catch(z.enum(postStatuses), 'scheduled'),
  caption: z.string(),
  /** Empty where it cannot be parsed: one such post must not break a list (specification, section 8). */
  scheduledTime: z.catch(z.nullable(instant), ''),
  createdAt: instant,
  publishedAt: z.nullable(instant),
  imageUrl: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  mediaItems: z.array(mediaItem),
  /** How the owner fits each picture to a ratio that Instagram accepts; null: the picture stays unchanged. */
  fit: z.array(z.nullable(z.enum(fitModes))),
  reelsConfig: z.nullable(reelsConfig),
  /** Usernames that are invited as collaborators; stories take none. */
  collaborators: z.array(z.string()),
  locationId: z.nullable(z.string()),
  userTags: z.array(userTag),
  firstComment: z.string(),
  /** Published only if an account is connected before the due time. */
  demo: z.boolean(),
  /** The account that publishes the post; null while the first account to be connected will publish it. */
  instagramAccountId: z.nullable(z.string()),
  /** All slow steps are done: at the due time, one call publishes the post. */
  ready: z.boolean(),
  permalink: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  errorAction: z.nullable(z.enum(postActions)),
  /** When a delayed post is expected to continue; null when unknown. */
  forecastAt: z.nullable(instant),
  /** `resolving`: blocked by an unknown outcome; `manual`: chosen, no more attempts; null: does not apply. */
  manualPublishing: z.nullable(z.enum(['offered', 'resolving', 'manual'])),
  /** The post requires an approval and has none; it is not published without one. */
  awaiting: z.boolean(),
  series: z.nullable(postSeries),
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
  summary:
    'Returns the types of post that can be scheduled, and whether posts can have a first comment.',
  data: z.object({
    mediaTypes: z.array(mediaTypeOption),
    /** False when Instagram is not asked for the permission to comment, by the logins of the connected accounts. */
    firstComments: z.boolean(),
  }),
});

/**
 * Counts Unicode code points: Instagram documents 2,200 "characters" (POST /{ig-user-id}/media, `caption`;
 * error 2207010) without a definition.
 */
export function captionLength(text: string): number {
  return Array.from(text).length;
}

export const postIdParams = z.object({ id: z.uuid('Dados inválidos') });

const firstCommentState = z.object({
  state: z.enum(['waiting', 'published', 'failed']),
  reason: z.nullable(z.string()),
  /** `reconnect`: the comment is posted automatically after a reconnect. */
  action: z.nullable(z.enum(['reconnect', 'try_again'])),
});
export type FirstCommentState = z.output<typeof firstCommentState>;

export const verdicts = ['approved', 'change_requested'] as const;
export type Verdict = (typeof verdicts)[number];

export const approval = z.object({
  state: z.enum(['awaiting', ...verdicts]),
  requestedAt: instant,
  expiresAt: instant,
  /** The hash of the current content: an answer names it and is valid only for this content. */
  contentHash: z.string(),
  /** The workspace demands the approval of a member who did not write the post. */
  needsOther: z.boolean(),
  /** The reader created, last edited or submitted the post. */
  isYours: z.boolean(),
  /** The latest answer to the current content; null while there is none. */
  answer: z.nullable(
    z.object({
      verdict: z.enum(verdicts),
      name: z.string(),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
export type Approval = z.output<typeof approval>;

export const getPost = endpoint({
  method: 'GET',
  path: '/scheduled/:id',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Returns a post and its history, oldest first.',
  params: postIdParams,
  data: z.object({
    post,
    history: z.array(
      z.object({
        at: instant,
        kind: z.string(),
        text: z.string(),
        /** The actor; null for automatic entries, and in a workspace with one member. */
        by: z.nullable(z.string()),
      }),
    ),
    /** Null before the post is published, and for a post without a first comment. */
    firstComment: z.nullable(firstCommentState),
    /** Null for a post that requires no approval. */
    approval: z.nullable(approval),
  }),
});

export const retryFirstComment = endpoint({
  method: 'POST',
  path: '/scheduled/:id/first-comment',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary:
    'Retries a first comment that failed and returns its state; any other first comment stays unchanged.',
  params: postIdParams,
  data: z.object({ firstComment: z.nullable(firstCommentState) }),
});

const withAllOption = <const T extends readonly string[]>(values: T) =>
  z._default(z.enum([...values, 'ALL']), 'ALL');

export const listPosts = endpoint({
  method: 'GET',
  path: '/scheduled',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns posts by scheduledTime, earliest first unless order is desc, undated last. from and to limit scheduledTime; to is exclusive.',
  query: z.strictObject({
    mediaType: withAllOption(mediaTypes),
    status: withAllOption(postStatuses),
    account: z.optional(instagramAccountId),
    /** Only posts that require an approval and have none. */
    awaiting: z.optional(z.literal('true')),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 20),
    from: z.optional(instant),
    to: z.optional(instant),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
  }),
  data: z.object({
    posts: z.array(post),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
  }),
});

export const postStats = endpoint({
  method: 'GET',
  path: '/schedule/stats',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns the number of posts by state and the next post to be published; thisMonth counts all Instagram accounts.',
  query: z.strictObject({ account: z.optional(instagramAccountId) }),
  data: z.object({
    total: z.int(),
    scheduled: z.int(),
    published: z.int(),
    drafts: z.int(),
    failed: z.int(),
    thisWeek: z.int(),
    /** Posts of this calendar month (Brasília) that count toward the plan limit. */
    thisMonth: z.int(),
    /** Posts that require an approval and have none; null where no post ever required one. */
    awaiting: z.nullable(z.int()),
    nextPost: z.nullable(
      z.pick(post, {
        _id: true,
        scheduledTime: true,
        mediaType: true,
        caption: true,
        mediaItems: true,
        awaiting: true,
        instagramAccountId: true,
      }),
    ),
  }),
});
