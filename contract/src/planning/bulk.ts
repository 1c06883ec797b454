import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '../media/media.ts';
import { fitModes } from '../media/image-fit.ts';
import { caption, collaborators, mediaType } from '../posts/post-changes.ts';
import { instant, instantWithMessage, MAX_CAROUSEL_ITEMS, mediaTypes } from '../posts/posts.ts';
import { text } from '../shared/text-fields.ts';

/** In one batch. */
export const BATCH_POSTS_MAX = 100;
export const BATCH_FILES_MAX = 300;
/** Captions of the longest, with whatever is said beside them. */
export const BATCH_BODY_BYTES = 2 * 1024 * 1024;

/** What a line of a sheet says, in the order in which it is said. */
export const batchColumns = [
  'files',
  'day',
  'hour',
  'type',
  'caption',
  'collaborators',
  'feed',
] as const;
export type BatchColumn = (typeof batchColumns)[number];

/** The columns as the model sheet heads them. */
export const batchColumnNames: Record<BatchColumn, string> = {
  files: 'Arquivo',
  day: 'Data',
  hour: 'Hora',
  type: 'Tipo',
  caption: 'Legenda',
  collaborators: 'Colaboradores',
  feed: 'Mostrar no feed',
};

/** What may be wrong with a line, or should be known of it. */
const batchIssueCodes = [
  'FILE_REQUIRED',
  'FILE_MISSING',
  'FILE_AMBIGUOUS',
  'FILE_REPEATED',
  'FILE_TOO_LARGE',
  'TOO_MANY_FILES',
  'CAROUSEL_SIZE',
  'MEDIA_KIND',
  'VIDEO_UNFIT',
  'DAY_REQUIRED',
  'DAY_UNREADABLE',
  'DAY_NONEXISTENT',
  'HOUR_REQUIRED',
  'HOUR_UNREADABLE',
  'HOUR_NONEXISTENT',
  'SCHEDULED_TIME_PAST',
  'SAME_MINUTE',
  'LIMIT_EXCEEDED',
  'CAPTION',
  'HASHTAGS',
  'TYPE_UNREADABLE',
  'COLLABORATORS',
  'ADVERTISING_UNMARKED',
  'FEED_UNREADABLE',
] as const;

/**
 * So much of a cell is read, which is more than any that is right has: what is longer is cut before it is
 * sent, and told by its line like whatever else is wrong. Together they fit the body.
 */
export const batchCellMax: Record<BatchColumn, number> = {
  files: 3000,
  day: 100,
  hour: 100,
  type: 100,
  caption: 6000,
  collaborators: 500,
  feed: 100,
};
const cell = (most: number) => text().check(z.maxLength(most, 'Texto longo demais'));
/** A line as it was written; an empty text says nothing. */
const line = z.strictObject({
  files: cell(batchCellMax.files),
  day: cell(batchCellMax.day),
  hour: cell(batchCellMax.hour),
  type: cell(batchCellMax.type),
  caption: cell(batchCellMax.caption),
  collaborators: cell(batchCellMax.collaborators),
  feed: cell(batchCellMax.feed),
});
export type BatchLine = z.output<typeof line>;

/** A file that is to be sent; `durationMs` of a video whose browser could tell. */
const announcedFile = z.strictObject({
  name: cell(500),
  kind: z.enum(['image', 'video']),
  bytes: z.int().check(z.minimum(0), z.maximum(Math.max(MAX_IMAGE_BYTES, MAX_VIDEO_BYTES))),
  durationMs: z.nullable(z.int()),
});
export type AnnouncedFile = z.output<typeof announcedFile>;

const batchIssue = z.object({
  column: z.enum(batchColumns),
  code: z.enum(batchIssueCodes),
  message: z.string(),
  /** Told, and in nobody's way. */
  isWarning: z.boolean(),
});
export type BatchIssue = z.output<typeof batchIssue>;

const checkedLine = z.object({
  /** Its files among those announced, from 0. */
  files: z.array(z.int()),
  mediaType: z.enum(mediaTypes),
  /** Null while its day or its hour cannot be read. */
  scheduledTime: z.nullable(instant),
  collaborators: z.array(z.string()),
  shareToFeed: z.boolean(),
  problems: z.array(batchIssue),
});
export type CheckedLine = z.output<typeof checkedLine>;

const TOO_MANY_POSTS = `Um lote tem no máximo ${BATCH_POSTS_MAX} posts`;
const TOO_MANY_FILES = `Um lote tem no máximo ${BATCH_FILES_MAX} arquivos`;

export const checkBatch = endpoint({
  method: 'POST',
  path: '/bulk/check',
  access: 'user',
  role: 'edit',
  summary:
    'What each line of a sheet comes to, and what is wrong with it; writes nothing. 403 PLAN_REQUIRED below Pro.',
  maxBodyBytes: BATCH_BODY_BYTES,
  body: z.strictObject({
    lines: z.array(line).check(z.maxLength(BATCH_POSTS_MAX, TOO_MANY_POSTS)),
    files: z.array(announcedFile).check(z.maxLength(BATCH_FILES_MAX, TOO_MANY_FILES)),
    /** Only what goes out on this account is in the same minute; where none is named, whatever goes out. */
    instagramAccountId: z.optional(instagramAccountId),
  }),
  data: z.object({ lines: z.array(checkedLine) }),
});

const batch = z.object({
  _id: z.string(),
  createdAt: instant,
  /** Who made it; null once they are gone. */
  createdBy: z.nullable(z.string()),
  /** How many posts it was made of. */
  posts: z.int(),
  /** How many of them can still be taken back. */
  undoable: z.int(),
  /** Of the posts that are still there, from the first hour to the last. */
  firstTime: z.nullable(instant),
  lastTime: z.nullable(instant),
  /** Of what is left of it; null where nothing is, or not all of it is of one account. */
  instagramAccountId: z.nullable(z.string()),
  undoneAt: z.nullable(instant),
});
export type Batch = z.output<typeof batch>;

const NO_FILE = 'Um post aponta para um arquivo que não foi enviado';
const fileIndex = z
  .int(NO_FILE)
  .check(z.minimum(0, NO_FILE), z.maximum(BATCH_FILES_MAX - 1, NO_FILE));

export const createBatch = endpoint({
  method: 'POST',
  path: '/bulk',
  access: 'user',
  role: 'edit',
  summary:
    'Schedules many posts of finished uploads, all of them or none; the same key, the same batch. `errors` names what is refused as `posts.0`.',
  status: 201,
  maxBodyBytes: BATCH_BODY_BYTES,
  body: z.strictObject({
    key: text('Dados inválidos').check(z.minLength(8), z.maxLength(200)),
    /** Finished resumable uploads. */
    uploadIds: z.array(text()).check(z.maxLength(BATCH_FILES_MAX, TOO_MANY_FILES)),
    /** How pictures are brought into the shape of their post. */
    fit: z._default(z.enum(fitModes), 'crop'),
    demo: z._default(z.boolean('Diga se os posts são uma demonstração'), false),
    /** The account that all of them go out on, of those connected; else the first of them. */
    instagramAccountId: z.optional(instagramAccountId),
    posts: z
      .array(
        z.strictObject({
          mediaType,
          caption: z._default(caption, ''),
          scheduledTime: instantWithMessage('Selecione data e hora'),
          /** Among the uploads, from 0. */
          files: z
            .array(fileIndex)
            .check(z.maxLength(MAX_CAROUSEL_ITEMS, `Máximo ${MAX_CAROUSEL_ITEMS} arquivos`)),
          collaborators: z._default(collaborators, []),
          shareToFeed: z._default(z.boolean('Diga se o Reels aparece também no feed'), true),
        }),
      )
      .check(z.minLength(1, 'Um lote precisa de pelo menos um post'))
      .check(z.maxLength(BATCH_POSTS_MAX, TOO_MANY_POSTS)),
  }),
  data: z.object({ batch }),
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/bulk',
  access: 'user',
  role: 'view',
  summary: 'The last 30 batches, latest first, on any plan.',
  data: z.object({ batches: z.array(batch) }),
});

export const undoBatch = endpoint({
  method: 'DELETE',
  path: '/bulk/:id',
  access: 'user',
  role: 'edit',
  summary:
    'Deletes what of a batch has not gone out and is not on its way, on any plan. 404 NOT_FOUND.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.object({
    batch,
    deleted: z.int(),
    /** Those that have gone out, are on their way, or failed. */
    kept: z.int(),
  }),
});
