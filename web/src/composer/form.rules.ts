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

/** A file of a post, of which something can be said: chosen just now, or one that the post has. */
export interface PostFile {
  file: Pick<File, 'name'>;
  /** Under which it is shown; names it among the others. */
  url: string;
  kind: 'image' | 'video';
  /** 0 where the browser cannot show the file, as with HEIC and some videos. */
  width: number;
  height: number;
  /** Of a video; null where the browser does not know it. */
  durationMs: number | null;
  /** How a picture is brought into the shape of its post, where it has another. */
  fit: FitMode;
  altText: string;
  /** Who is shown in it. They go where it goes when the order changes. */
  tags: readonly PositionedTag[];
}

/** Its url is an object URL of the file. */
export interface PickedFile extends PostFile {
  file: File;
}

/** Somebody in a picture: `x` and `y` run from 0 to 1 from the top left of what is published. */
export interface PositionedTag {
  username: string;
  x?: number;
  y?: number;
}

/** A place of Instagram's; its name is unknown where only its id was given. */
export interface PostLocation {
  id: string;
  name: string | null;
}

/** What only a reel has. */
export interface ReelsFields {
  shareToFeed: boolean;
  /** Where in the video its cover is, in ms. */
  thumbOffset: number;
  audioName: string;
  collaborators: readonly string[];
}

/** What can be said of a post besides its caption and its hour. */
export interface PostOptionValues extends ReelsFields {
  files: readonly PostFile[];
  location: PostLocation | null;
  firstComment: string;
  /** The account to go out on; without one, the first. */
  instagramAccountId?: string | null;
}

/** What the user chose and typed; it outlives every step. */
export interface Form extends ReelsFields {
  files: readonly PickedFile[];
  caption: string;
  when: DueTimeFields;
  location: PostLocation | null;
  /** Written below the post once it is published. */
  firstComment: string;
  /** The account to go out on, where its user chose one; what was kept of before has none. */
  instagramAccountId?: string | null;
}

/** As a reel begins, and begins anew when its type is changed (specification, section 2). */
export const defaultReelsFields: ReelsFields = {
  shareToFeed: true,
  thumbOffset: 0,
  audioName: '',
  collaborators: [],
};

export const emptyForm: Form = {
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

/** The types that these files can become, the likeliest first. */
export function listPossibleTypes({ files }: Pick<Form, 'files'>): MediaType[] {
  const kinds = kindsOf(files);
  const likeliest = suggestMediaType(kinds);
  return mediaTypesFor(kinds).toSorted((a, b) => Number(b === likeliest) - Number(a === likeliest));
}

/** Whether a type is on offer for these very files: a story, for one, takes no AVI. */
export function offersType(
  options: readonly MediaTypeOption[],
  type: MediaType,
  files: readonly PickedFile[],
): boolean {
  const option = options.find(({ value }) => value === type);
  return option !== undefined && files.every(({ file }) => isAccepted(file, option.accepts));
}

/** The types on the built-in list that these very files can become, the likeliest first. */
export function listAllowedTypes(form: Pick<Form, 'files'>): MediaType[] {
  return listPossibleTypes(form).filter((type) => offersType(mediaTypeOptions, type, form.files));
}

/** What the files are taken for (specification, section 2, create post). */
export function detectType(files: readonly PickedFile[]): MediaType | null {
  return files.length === 0 ? null : suggestMediaType(kindsOf(files));
}

/** What keeps a form from being sent; a horizon that is not known is left to the server. */
export function validateForm(
  { caption, when }: Pick<Form, 'caption' | 'when'>,
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
