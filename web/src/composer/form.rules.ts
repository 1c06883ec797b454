import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import {
  mediaTypeOptions,
  suggestMediaType,
  mediaTypesFor,
  type MediaTypeOption,
} from '@pontual/contract/posts/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { isAccepted } from './file.rules.ts';
import { earliestAfterLead, validateTime, type Horizon } from './when/time-bounds.rules.ts';
import { captionError } from '../posts/caption-text.ts';
import type { DueTimeFields } from './when/due-time-fields.ts';

/** A file of a post: one that the user has just chosen, or one of a stored post. */
export interface FormFile {
  file: Pick<File, 'name'>;
  /** Url of the preview; identifies the file within the post. */
  url: string;
  kind: 'image' | 'video';
  /** In px; 0 where the browser cannot show the file, as with HEIC and some videos. */
  width: number;
  height: number;
  /** Of a video; null where the browser cannot read it. */
  durationMs: number | null;
  fit: FitMode;
  altText: string;
  /** User tags of this file; they move with it when the order changes. */
  tags: readonly PositionedTag[];
}

/** A chosen file; `url` is an object URL. */
export interface PickedFile extends FormFile {
  file: File;
}

/** A tagged user: `x` and `y` run from 0 to 1 from the top left of the published picture. */
export interface PositionedTag {
  username: string;
  x?: number;
  y?: number;
}

/** A location of Instagram; its name is null if only the id is known. */
export interface PostLocation {
  id: string;
  name: string | null;
}

/** Values that only a reel has. */
export interface ReelsFields {
  shareToFeed: boolean;
  /** Time of the cover frame in ms. */
  thumbOffset: number;
  audioName: string;
  collaborators: readonly string[];
}

/** The values of a post besides its caption and its due time. */
export interface PostOptionValues extends ReelsFields {
  files: readonly FormFile[];
  location: PostLocation | null;
  firstComment: string;
  /** Target Instagram account; without a value, the first one. */
  instagramAccountId?: string | null;
}

/** The user's choices and texts; they survive a change of step. */
export interface PostForm extends ReelsFields {
  files: readonly PickedFile[];
  caption: string;
  when: DueTimeFields;
  location: PostLocation | null;
  firstComment: string;
  /** The chosen Instagram account; drafts of an older release have none. */
  instagramAccountId?: string | null;
}

/** Initial values of a reel, restored when the type changes (specification, section 2). */
export const defaultReelsFields: ReelsFields = {
  shareToFeed: true,
  thumbOffset: 0,
  audioName: '',
  collaborators: [],
};

export const emptyForm: PostForm = {
  files: [],
  caption: '',
  when: { date: '', time: '' },
  location: null,
  firstComment: '',
  ...defaultReelsFields,
};

export interface FormErrors {
  caption?: string;
  when?: string;
}

const kindsOf = (files: readonly PickedFile[]) => files.map(({ kind }) => kind);

/** Returns the media types that these files can become, the most likely first. */
export function listPossibleTypes({ files }: Pick<PostForm, 'files'>): MediaType[] {
  const kinds = kindsOf(files);
  const likeliest = suggestMediaType(kinds);
  return mediaTypesFor(kinds).toSorted((a, b) => Number(b === likeliest) - Number(a === likeliest));
}

/** Whether a media type is offered for exactly these files; a story, for example, takes no AVI. */
export function offersType(
  options: readonly MediaTypeOption[],
  type: MediaType,
  files: readonly PickedFile[],
): boolean {
  const option = options.find(({ value }) => value === type);
  return option !== undefined && files.every(({ file }) => isAccepted(file, option.accepts));
}

/** Returns the built-in media types that exactly these files can become, the most likely first. */
export function listAllowedTypes(form: Pick<PostForm, 'files'>): MediaType[] {
  return listPossibleTypes(form).filter((type) => offersType(mediaTypeOptions, type, form.files));
}

/**
 * Returns the suggested media type of the files (specification, section 2, Wizard); null without files.
 */
export function detectType(files: readonly PickedFile[]): MediaType | null {
  return files.length === 0 ? null : suggestMediaType(kindsOf(files));
}

/** Returns the field errors of a form; a null horizon is left to the server. */
export function validateForm(
  { caption, when }: Pick<PostForm, 'caption' | 'when'>,
  now: Date,
  horizon: Horizon | null,
): FormErrors {
  const errors: FormErrors = {};
  const captionMessage = captionError(caption);
  if (captionMessage !== undefined) errors.caption = captionMessage;
  const timeError = validateTime(when, now, { min: earliestAfterLead, horizon });
  if (timeError !== null) errors.when = timeError;
  return errors;
}
