import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { captionError } from '../posts/caption-text.ts';
import {
  defaultReelsFields,
  type FormErrors,
  type FormFile,
  type PostOptionValues,
} from './form.rules.ts';
import { toAltTexts, toUserTags } from './options/option-fields.ts';
import { earliestAfterLead, validateTime, type Horizon } from './when/time-bounds.rules.ts';
import {
  parseDueTimeFields,
  emptyDueTime,
  toDueTimeFields,
  type DueTimeFields,
} from './when/due-time-fields.ts';
import { hasPublishingFailed } from '../posts/post-issue.rules.ts';
import { getDueAt } from '../posts/due-at.ts';

export interface EditForm extends PostOptionValues {
  caption: string;
  when: DueTimeFields;
}

/** A failed post starts without a due time, so that the user may set a new one. */
export function toEditForm(post: Post): EditForm {
  const dueAt = hasPublishingFailed(post) ? null : getDueAt(post);
  const { reelsConfig, locationId } = post;
  return {
    caption: post.caption,
    when: dueAt === null ? emptyDueTime : toDueTimeFields(dueAt),
    firstComment: post.firstComment,
    location: locationId === null ? null : { id: locationId, name: null },
    files: toMedia(post),
    instagramAccountId: post.instagramAccountId,
    ...(reelsConfig === null
      ? defaultReelsFields
      : {
          ...reelsConfig,
          thumbOffset: reelsConfig.thumbOffset ?? 0,
          audioName: reelsConfig.audioName ?? '',
        }),
    collaborators: post.collaborators,
  };
}

const kindNames = { image: 'foto', video: 'vídeo' } as const;

function toMedia({ mediaItems, fit, userTags }: Post): FormFile[] {
  const isSingle = mediaItems.length === 1;
  return mediaItems.map(({ type, url, width, height, durationMs, altText }, position) => ({
    file: { name: isSingle ? kindNames[type] : `${kindNames[type]} ${position + 1}` },
    url,
    kind: type,
    width,
    height,
    durationMs,
    fit: fit[position] ?? 'crop',
    altText: altText ?? '',
    tags: userTags
      .filter(({ item = 0 }) => item === position)
      .map(({ username, x, y }) =>
        x === undefined || y === undefined ? { username } : { username, x, y },
      ),
  }));
}

/** An empty text clears the field. */
function toMultipartFields(form: EditForm, type: MediaType): Record<string, string> {
  const { caption, when, location, files, firstComment, collaborators, instagramAccountId } = form;
  return {
    caption,
    scheduledTime: parseDueTimeFields(when)?.toISOString() ?? '',
    locationId: location?.id ?? '',
    ...(instagramAccountId === null ? {} : { instagramAccountId }),
    ...(type === 'STORIES'
      ? {}
      : { firstComment: firstComment.trim(), collaborators: JSON.stringify(collaborators) }),
    userTags: JSON.stringify(toUserTags(files, type)),
    altText: JSON.stringify(toAltTexts(files, type)),
    ...(type === 'REELS' ? toReelsFields(form) : {}),
  };
}

const toReelsFields = ({ shareToFeed, thumbOffset, audioName }: EditForm) => ({
  shareToFeed: String(shareToFeed),
  thumbOffset: thumbOffset === 0 ? '' : String(Math.round(thumbOffset)),
  audioName: audioName.trim(),
});

export function changedFields(
  initialForm: EditForm,
  form: EditForm,
  type: MediaType,
): Record<string, string> {
  const before = toMultipartFields(initialForm, type);
  const changed = Object.entries(toMultipartFields(form, type)).filter(
    ([name, text]) => before[name] !== text,
  );
  return Object.fromEntries(changed);
}

interface EditValidationInput {
  initialForm: EditForm;
  status: Post['status'];
  now: Date;
  /** Null while it is unknown; then the server checks the horizon. */
  horizon: Horizon | null;
}

/** Skips unchanged fields; in a draft only a date without a time, or a time without a date, is an error. */
export function validateEdit(
  form: EditForm,
  { initialForm, status, now, horizon }: EditValidationInput,
): FormErrors {
  const errors: FormErrors = {};
  const { caption, when } = form;
  const isDraft = status === 'draft';
  const changedCaptionError =
    isDraft || caption === initialForm.caption ? undefined : captionError(caption);
  if (changedCaptionError !== undefined) errors.caption = changedCaptionError;
  const isMoved = when.date !== initialForm.when.date || when.time !== initialForm.when.time;
  const isHalf = (when.date === '') !== (when.time === '');
  const isTimeChecked = isDraft ? isHalf : isMoved;
  const timeError = isTimeChecked
    ? validateTime(when, now, { min: earliestAfterLead, horizon })
    : null;
  if (timeError !== null) errors.when = timeError;
  return errors;
}

/** An edit within this many ms before the due time may delay the post, because it must be prepared again. */
const LATE_MS = 60_000;

/** Returns the instant from which an edit is late; null if it never is. */
export function getLateEditStart(post: Post): Date | null {
  const dueAt = getDueAt(post);
  if (post.status !== 'scheduled' || dueAt === null) return null;
  return new Date(dueAt.getTime() - LATE_MS);
}
