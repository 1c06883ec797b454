import type { SelectType } from 'kysely';
import type { Schema } from './tables.ts';

/** Columns of a table or view, as the driver returns them; all of them if none is named. */
export type Row<
  Table extends keyof Schema,
  Column extends keyof Schema[Table] = keyof Schema[Table],
> = { [Name in Column]: SelectType<Schema[Table][Name]> };

/** A post together with its publication. */
export type PostRow = Row<'posts_with_publication'>;
export type PublicationRow = Row<'publications'>;
/** The kinds of publishing/state.ts; each outcome of `ended` has its own value. */
export type PublicationState = PublicationRow['state'];
export type ContainerRow = Row<'containers'>;
export type MediaFileRow = Row<'media_files'>;
export type MediaKind = MediaFileRow['kind'];
export type MediaState = MediaFileRow['state'];
export type ConversionKind = NonNullable<MediaFileRow['conversion']>;
export type ThrottleReason = NonNullable<Row<'instagram_accounts'>['throttle_reason']>;
export type HashtagGroupRow = Row<'hashtag_groups'>;
export type CustomTemplateRow = Row<'custom_templates'>;
export type SpamMark = Row<'support_messages'>['marks'][number];
