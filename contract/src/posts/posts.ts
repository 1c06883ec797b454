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

export const CAPTION_MAX = 2200;
export const MIN_CAROUSEL_ITEMS = 2;
export const MAX_CAROUSEL_ITEMS = 10;
/** The form offers nothing earlier than this many ms from now; the API refuses only the past. */
export const MIN_LEAD_MS = 30_000;

/** An instant of ISO 8601, in UTC or with its offset; the server answers in UTC. */
export const instantWithMessage = (message: string) =>
  z.iso.datetime({ offset: true, error: message });
export const instant = instantWithMessage('Data e hora inválidas');

const mediaItem = z.object({
  type: z.enum(['image', 'video']),
  /** A link of the owner's: unguessable, expiring. */
  url: z.string(),
  /** Null for a video that has no picture of its own yet. */
  thumbnailUrl: z.nullable(z.string()),
  /** A frame of a video, as large as it is shown; null for a picture, or without a thumbnail. */
  coverUrl: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  durationMs: z.nullable(z.int()),
  altText: z.nullable(z.string()),
  /** A video that is being converted shows what was sent; one that is refused never goes out. */
  state: z.enum(['ready', 'converting', 'refused']),
  /** Of its conversion, in percent; null when there is none. */
  progress: z.nullable(z.int()),
  /** Until it has ended, as fast as it went until now; null while nobody can say. */
  readyInMs: z.nullable(z.int()),
  refusal: z.nullable(z.string()),
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
  /** One that a later version has added is read as scheduled (specification, section 4). */
  status: z.catch(z.enum(postStatuses), 'scheduled'),
  caption: z.string(),
  /** Empty where it cannot be read: one such post spoils no list (specification, section 8). */
  scheduledTime: z.catch(z.nullable(instant), ''),
  createdAt: instant,
  publishedAt: z.nullable(instant),
  imageUrl: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  mediaItems: z.array(mediaItem),
  /** How its owner had pictures brought to a ratio that Instagram takes; null: not at all. */
  fit: z.array(z.nullable(z.enum(fitModes))),
  /** Of reels only. */
  reelsConfig: z.nullable(reelsConfig),
  /** Invited to publish it with its owner, by name; stories take none. */
  collaborators: z.array(z.string()),
  locationId: z.nullable(z.string()),
  userTags: z.array(userTag),
  /** Written below it once it is published; empty where there is none. */
  firstComment: z.string(),
  /** Kept for an account that is not connected yet: goes out only if one is, before the hour. */
  demo: z.boolean(),
  /** The account that it goes out on or is meant for; null while it is for whichever comes first. */
  instagramAccountId: z.nullable(z.string()),
  /** Everything slow is done: at the hour one call publishes it. */
  ready: z.boolean(),
  permalink: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  errorAction: z.nullable(z.enum(postActions)),
  /** When a post that waits is expected to go on; null when nobody can say. */
  forecastAt: z.nullable(instant),
  /**
   * Publishing it by hand: may be chosen (`offered`); the outcome of an attempt is still being read, and it
   * may be out already (`resolving`); or nothing else is tried (`by_hand`). Null where it makes no sense.
   */
  planB: z.nullable(z.enum(['offered', 'resolving', 'by_hand'])),
  /** Nobody has approved what it says, and somebody has to: without that it does not go out. */
  awaiting: z.boolean(),
  /** Of a post that comes again by a rule; null of any other. */
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
  summary: 'The types of post that can be scheduled.',
  data: z.object({ mediaTypes: z.array(mediaTypeOption) }),
});

/**
 * Length of a caption in Unicode code points. Instagram documents a limit of 2,200 "characters"
 * (POST /{ig-user-id}/media, `caption`; error 2207010) and does not say what one is: a code point is
 * our reading, by which an emoji is one and a family joined of three people is five.
 */
export function captionLength(text: string): number {
  return Array.from(text).length;
}

export const postIdParams = z.object({ id: z.uuid('Dados inválidos') });

/** What became of a first comment, once its post is published. */
const firstCommentState = z.object({
  state: z.enum(['waiting', 'published', 'failed']),
  /** Why it waits or is not there. */
  reason: z.nullable(z.string()),
  /** After a reconnect it goes out by itself. */
  action: z.nullable(z.enum(['reconnect', 'try_again'])),
});
export type FirstCommentState = z.output<typeof firstCommentState>;

export const verdicts = ['approved', 'change_asked'] as const;
export type Verdict = (typeof verdicts)[number];

/** Of a post that goes out only if somebody approves what it says. */
export const approval = z.object({
  state: z.enum(['awaiting', ...verdicts]),
  askedAt: instant,
  /** When the link ends. */
  expiresAt: instant,
  /** Of all that it says now: an answer names it, and holds for nothing else. */
  contentHash: z.string(),
  /** The last one about what it says now; null while there is none. */
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
  summary: 'One post and what has happened to it, oldest first.',
  params: postIdParams,
  data: z.object({
    post,
    history: z.array(
      z.object({
        at: instant,
        kind: z.string(),
        text: z.string(),
        /** Whose doing it was; null of what nobody did, and where nobody else could have. */
        by: z.nullable(z.string()),
      }),
    ),
    /** Null before the post is published, and without one. */
    firstComment: z.nullable(firstCommentState),
    /** Null of a post that needs none. */
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
    'Tries a first comment again that did not get to its post; of any other nothing changes.',
  params: postIdParams,
  data: z.object({ firstComment: z.nullable(firstCommentState) }),
});

/** A filter whose `ALL` means that it is not applied. */
const withAllOption = <const T extends readonly string[]>(values: T) =>
  z._default(z.enum([...values, 'ALL']), 'ALL');

export const listPosts = endpoint({
  method: 'GET',
  path: '/scheduled',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Posts by scheduledTime, earliest first unless order is desc, undated last; from/to bound scheduledTime, to excluded.',
  query: z.strictObject({
    mediaType: withAllOption(mediaTypes),
    status: withAllOption(postStatuses),
    /** Only those of this Instagram account. */
    account: z.optional(instagramAccountId),
    /** Only those that somebody has to approve, and nobody has. */
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
  summary: 'Counts by state and the next post to go out; thisMonth is of all accounts together.',
  query: z.strictObject({ account: z.optional(instagramAccountId) }),
  data: z.object({
    total: z.int(),
    scheduled: z.int(),
    published: z.int(),
    drafts: z.int(),
    failed: z.int(),
    thisWeek: z.int(),
    /** Those of this month (Brasília) that the plan's limit counts. */
    thisMonth: z.int(),
    /** Those that somebody has to approve, and nobody has; null where no post ever needed it. */
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
