import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { MAX_CAROUSEL_ITEMS, MAX_IMAGE_BYTES } from '../shared/instagram-limits.ts';
import { MAX_VIDEO_BYTES, MEGABYTE } from '../media/media.ts';
import { fitModes } from '../media/image-fit.ts';
import { caption, collaborators, mediaType } from '../posts/post-changes.ts';
import { instant, instantWithMessage, mediaTypes } from '../posts/posts.ts';
import { pastedText, text } from '../shared/text-fields.ts';

export const BATCH_POSTS_MAX = 100;
export const BATCH_FILES_MAX = 300;
export const BATCH_BODY_BYTES = 2 * MEGABYTE;

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

export const batchColumnNames: Record<BatchColumn, string> = {
  files: 'Arquivo',
  day: 'Data',
  hour: 'Hora',
  type: 'Tipo',
  caption: 'Legenda',
  collaborators: 'Colaboradores',
  feed: 'Mostrar no feed',
};

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
 * Above every valid value: the client truncates longer cells, so that the line reports them. Together the
 * limits must fit BATCH_BODY_BYTES.
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
const cell = (most: number) => pastedText().check(z.maxLength(most, 'Texto longo demais'));
/** A line as written in the sheet; an empty text means no value. */
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

/** To be uploaded; `durationMs` is set for a video whose length the browser could read. */
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
  /** The user may schedule the line in spite of a warning. */
  isWarning: z.boolean(),
});
export type BatchIssue = z.output<typeof batchIssue>;

const checkedLine = z.object({
  /** Indexes of its files in the announced list, from 0. */
  files: z.array(z.int()),
  mediaType: z.enum(mediaTypes),
  /** Null while day or hour is missing or unreadable. */
  scheduledTime: z.nullable(instant),
  collaborators: z.array(z.string()),
  shareToFeed: z.boolean(),
  issues: z.array(batchIssue),
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
    'Validates the lines of a sheet and returns the resulting post and the issues of each; it stores nothing. 403 PLAN_REQUIRED below Pro.',
  maxBodyBytes: BATCH_BODY_BYTES,
  body: z.strictObject({
    lines: z.array(line).check(z.maxLength(BATCH_POSTS_MAX, TOO_MANY_POSTS)),
    files: z.array(announcedFile).check(z.maxLength(BATCH_FILES_MAX, TOO_MANY_FILES)),
    /** Only its posts conflict within a minute; the default is the posts of all accounts. */
    instagramAccountId: z.optional(instagramAccountId),
  }),
  data: z.object({ lines: z.array(checkedLine) }),
});

const batch = z.object({
  _id: z.string(),
  createdAt: instant,
  /** The member who created the batch; null after that member is deleted. */
  createdBy: z.nullable(z.string()),
  posts: z.int(),
  undoable: z.int(),
  /** The first and the last due time among the remaining posts. */
  firstTime: z.nullable(instant),
  lastTime: z.nullable(instant),
  /** The account of the remaining posts; null where none remain or they belong to several accounts. */
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
    'Schedules many posts from finished uploads, all of them or none, and returns the batch; a repeated key returns the same batch. `errors` names a refused post as `posts.0`.',
  status: 201,
  maxBodyBytes: BATCH_BODY_BYTES,
  body: z.strictObject({
    key: text('Dados inválidos').check(z.minLength(8), z.maxLength(200)),
    uploadIds: z.array(text()).check(z.maxLength(BATCH_FILES_MAX, TOO_MANY_FILES)),
    fit: z._default(z.enum(fitModes), 'crop'),
    demo: z._default(z.boolean('Diga se os posts são uma demonstração'), false),
    instagramAccountId: z.optional(instagramAccountId),
    posts: z
      .array(
        z.strictObject({
          mediaType,
          caption: z._default(caption, ''),
          scheduledTime: instantWithMessage('Selecione data e hora'),
          /** Indexes in `uploadIds`, from 0. */
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
  summary: 'Returns the last 30 batches, newest first. Available on every plan.',
  data: z.object({ batches: z.array(batch) }),
});

export const undoBatch = endpoint({
  method: 'DELETE',
  path: '/bulk/:id',
  access: 'user',
  role: 'edit',
  summary:
    'Deletes the posts of a batch that are neither published nor being published. Available on every plan. 404 NOT_FOUND.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.object({
    batch,
    deleted: z.int(),
    /** Posts that are published, being published or failed. */
    notDeleted: z.int(),
  }),
});
