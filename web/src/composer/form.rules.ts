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

/** A file that the user has just chosen, or one of a stored post. */
export interface FormFile {
  file: Pick<File, 'name'>;
  /** Of the preview; identifies the file within the post. */
  url: string;
  kind: 'image' | 'video';
  /** In px; 0 where the browser cannot show the file, as with HEIC and some videos. */
  width: number;
  height: number;
  /** Of a video; null where the browser cannot read it. */
  durationMs: number | null;
  fit: FitMode;
  altText: string;
  /** They move with the file when the order changes. */
  tags: readonly PositionedTag[];
}

/** `url` is an object URL. */
export interface PickedFile extends FormFile {
  file: File;
}

/** `x` and `y` run from 0 to 1 from the top left of the published picture. */
export interface PositionedTag {
  username: string;
  x?: number;
  y?: number;
}

/** The name is null if only the id is known. */
export interface PostLocation {
  id: string;
  name: string | null;
}

export interface ReelsFields {
  shareToFeed: boolean;
  /** Of the cover frame, in ms. */
  thumbOffset: number;
  audioName: string;
  collaborators: readonly string[];
}

export interface PostOptionValues extends ReelsFields {
  files: readonly FormFile[];
  location: PostLocation | null;
  firstComment: string;
  /** Target Instagram account; null means the first one. */
  instagramAccountId: string | null;
}

export interface PostForm extends ReelsFields {
  files: readonly PickedFile[];
  caption: string;
  when: DueTimeFields;
  location: PostLocation | null;
  firstComment: string;
  /** The chosen Instagram account; null means the first one. */
  instagramAccountId: string | null;
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
  instagramAccountId: null,
  ...defaultReelsFields,
};

export interface FormErrors {
  caption?: string;
  when?: string;
}

const kindsOf = (files: readonly PickedFile[]) => files.map(({ kind }) => kind);

/** The most likely type comes first. */
export function listPossibleTypes({ files }: Pick<PostForm, 'files'>): MediaType[] {
  const kinds = kindsOf(files);
  const likeliest = suggestMediaType(kinds);
  return mediaTypesFor(kinds).toSorted((a, b) => Number(b === likeliest) - Number(a === likeliest));
}

/** Checks the formats, too: a story, for example, takes no AVI. */
export function offersType(
  options: readonly MediaTypeOption[],
  type: MediaType,
  files: readonly PickedFile[],
): boolean {
  const option = options.find(({ value }) => value === type);
  return option !== undefined && files.every(({ file }) => isAccepted(file, option.accepts));
}

export function listAllowedTypes(form: Pick<PostForm, 'files'>): MediaType[] {
  return listPossibleTypes(form).filter((type) => offersType(mediaTypeOptions, type, form.files));
}

/** Specification, section 2, Wizard; null without files. */
export function detectType(files: readonly PickedFile[]): MediaType | null {
  return files.length === 0 ? null : suggestMediaType(kindsOf(files));
}

/** A null horizon is left to the server. */
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
