import * as z from 'zod/mini';
import { BATCH_BODY_BYTES, BATCH_FILES_MAX, BATCH_POSTS_MAX, batchCellMax } from './bulk.ts';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { CAPTION_MAX, instant, MAX_CAROUSEL_ITEMS, mediaTypes } from '../posts/posts.ts';
import { text } from '../shared/text-fields.ts';

const fingerprint = text().check(z.regex(/^[\da-f]{64}$/, 'Dados inválidos'));

/** Which of what was asked about it has in common. */
const overlap = { sharesMedia: z.boolean(), sharesCaption: z.boolean() };

const duplicatePost = z.object({
  _id: z.string(),
  mediaType: z.enum(mediaTypes),
  caption: z.string(),
  scheduledTime: instant,
  isPublished: z.boolean(),
  permalink: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
  ...overlap,
});
export type DuplicatePost = z.output<typeof duplicatePost>;

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/scheduled/similar',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Posts of the same account, scheduled or published, that nearly say or show the same.',
  body: z.strictObject({
    /** As it would be published; that of the post where none is given. */
    caption: z.optional(text().check(z.maxLength(CAPTION_MAX * 4))),
    /** What its pictures look like (fingerprint.ts). */
    fingerprints: z.optional(z.array(fingerprint).check(z.maxLength(MAX_CAROUSEL_ITEMS))),
    /** A post that is there: it is not like itself. */
    postId: z.optional(z.uuid('Dados inválidos')),
    /** That it is to go out on; else the account of the post, or the first that is connected. */
    instagramAccountId: z.optional(instagramAccountId),
    /** Only those that have this in common, whatever else they have. */
    sharing: z.optional(z.enum(['media', 'caption'], 'Dados inválidos')),
  }),
  data: z.object({ similar: z.array(duplicatePost) }),
});

const batchDuplicates = z.object({
  /** The nearest of those that are there. */
  post: z.nullable(duplicatePost),
  /** The first of those before it in the batch. */
  other: z.nullable(z.object({ index: z.int(), ...overlap })),
});
export type BatchDuplicates = z.output<typeof batchDuplicates>;

export const findBatchDuplicates = endpoint({
  method: 'POST',
  path: '/bulk/similar',
  access: 'user',
  role: 'edit',
  summary:
    'What each post of a batch nearly repeats, of the same account or of the batch itself; writes nothing. 403 PLAN_REQUIRED below Pro.',
  maxBodyBytes: BATCH_BODY_BYTES,
  body: z.strictObject({
    /** What the pictures of the batch look like, each once. */
    fingerprints: z.array(fingerprint).check(z.maxLength(BATCH_FILES_MAX)),
    posts: z
      .array(
        z.strictObject({
          caption: text().check(z.maxLength(batchCellMax.caption)),
          /** Those of its pictures that are known, among the fingerprints, from 0. */
          pictures: z
            .array(z.int().check(z.minimum(0), z.maximum(BATCH_FILES_MAX - 1)))
            .check(z.maxLength(MAX_CAROUSEL_ITEMS)),
        }),
      )
      .check(z.maxLength(BATCH_POSTS_MAX)),
    /** That all of them go out on; else the first that is connected. */
    instagramAccountId: z.optional(instagramAccountId),
  }),
  data: z.object({ posts: z.array(batchDuplicates) }),
});
