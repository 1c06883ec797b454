import * as z from 'zod/mini';
import { BATCH_BODY_BYTES, BATCH_FILES_MAX, BATCH_POSTS_MAX, batchCellMax } from './bulk.ts';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { CAPTION_MAX, MAX_CAROUSEL_ITEMS } from '../shared/instagram-limits.ts';
import { instant, mediaTypes } from '../posts/posts.ts';
import { pastedText, text } from '../shared/text-fields.ts';

const fingerprint = text().check(z.regex(/^[\da-f]{64}$/, 'Dados inválidos'));

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
  summary:
    'Returns scheduled and published posts of the same Instagram account with nearly the same picture or caption.',
  body: z.strictObject({
    /** The caption as it would be published; the default is the caption of `postId`. */
    caption: z.optional(pastedText().check(z.maxLength(CAPTION_MAX * 4))),
    fingerprints: z.optional(z.array(fingerprint).check(z.maxLength(MAX_CAROUSEL_ITEMS))),
    /** An existing post, which is excluded from its own duplicates. */
    postId: z.optional(z.uuid('Dados inválidos')),
    /** The default is the account of `postId`, else the first account. */
    instagramAccountId: z.optional(instagramAccountId),
    sharing: z.optional(z.enum(['media', 'caption'], 'Dados inválidos')),
  }),
  data: z.object({ similar: z.array(duplicatePost) }),
});

const batchDuplicates = z.object({
  post: z.nullable(duplicatePost),
  /** The first earlier post of the batch that is a duplicate. */
  other: z.nullable(z.object({ index: z.int(), ...overlap })),
});
export type BatchDuplicates = z.output<typeof batchDuplicates>;

export const findBatchDuplicates = endpoint({
  method: 'POST',
  path: '/bulk/similar',
  access: 'user',
  role: 'edit',
  summary:
    'Returns the duplicates of each post of a batch, among the posts of the same Instagram account and within the batch; it stores nothing. 403 PLAN_REQUIRED below Pro.',
  maxBodyBytes: BATCH_BODY_BYTES,
  body: z.strictObject({
    fingerprints: z.array(fingerprint).check(z.maxLength(BATCH_FILES_MAX)),
    posts: z
      .array(
        z.strictObject({
          caption: pastedText().check(z.maxLength(batchCellMax.caption)),
          /** Indexes in `fingerprints`, from 0, of the pictures that could be read. */
          pictures: z
            .array(z.int().check(z.minimum(0), z.maximum(BATCH_FILES_MAX - 1)))
            .check(z.maxLength(MAX_CAROUSEL_ITEMS)),
        }),
      )
      .check(z.maxLength(BATCH_POSTS_MAX)),
    instagramAccountId: z.optional(instagramAccountId),
  }),
  data: z.object({ posts: z.array(batchDuplicates) }),
});
