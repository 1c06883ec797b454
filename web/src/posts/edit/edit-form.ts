import type { MediaType, Post } from '@pontual/contract/posts.ts';
import { captionFault } from '../caption-text.ts';
import { plainReel, type Faults, type Medium, type SaidOfPost } from '../create/form-rules.ts';
import { altTextsOf, userTagsOf } from '../create/options/option-fields.ts';
import { afterLead, faultOfTime, type Horizon } from '../create/when/bounds.ts';
import { fromFields, noTime, toFields, type WallFields } from '../create/when/wall-fields.ts';
import { didNotGoOut } from '../mending.ts';
import { plannedAt } from '../schedule/timeline-groups.ts';

/** What can be changed of a post. */
export interface EditForm extends SaidOfPost {
  caption: string;
  when: WallFields;
}

/** A post as its form begins. One that did not go out has no hour any more: a new one may be given. */
export function editFormOf(post: Post): EditForm {
  const planned = didNotGoOut(post) ? null : plannedAt(post);
  const { reelsConfig, locationId } = post;
  return {
    caption: post.caption,
    when: planned === null ? noTime : toFields(planned),
    // What the browser kept of before comments, has none.
    firstComment: post.firstComment ?? '',
    place: locationId === null ? null : { id: locationId, name: null },
    files: mediaOf(post),
    account: post.instagramAccountId ?? null,
    ...(reelsConfig === null
      ? plainReel
      : {
          ...reelsConfig,
          thumbOffset: reelsConfig.thumbOffset ?? 0,
          audioName: reelsConfig.audioName ?? '',
        }),
    collaborators: post.collaborators ?? [],
  };
}

const kindNames = { image: 'foto', video: 'vídeo' } as const;

/** The files that a post has, each with what is said of it. */
function mediaOf({ mediaItems, fit, userTags }: Post): Medium[] {
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

/** All that a form says, as multipart fields in the contract's names; an empty text clears. */
function fieldsOf(form: EditForm, type: MediaType): Record<string, string> {
  const { caption, when, place, files, firstComment, collaborators, account } = form;
  return {
    caption,
    scheduledTime: fromFields(when)?.toISOString() ?? '',
    locationId: place?.id ?? '',
    ...(account == null ? {} : { instagramAccountId: account }),
    ...(type === 'STORIES'
      ? {}
      : { firstComment: firstComment.trim(), collaborators: JSON.stringify(collaborators) }),
    userTags: JSON.stringify(userTagsOf(files, type)),
    altText: JSON.stringify(altTextsOf(files, type)),
    ...(type === 'REELS' ? reelsFieldsOf(form) : {}),
  };
}

const reelsFieldsOf = ({ shareToFeed, thumbOffset, audioName }: EditForm) => ({
  shareToFeed: String(shareToFeed),
  thumbOffset: thumbOffset === 0 ? '' : String(Math.round(thumbOffset)),
  audioName: audioName.trim(),
});

/** What is sent: the fields in which a form differs from its beginning. */
export function changedFields(
  begun: EditForm,
  form: EditForm,
  type: MediaType,
): Record<string, string> {
  const before = fieldsOf(begun, type);
  const changed = Object.entries(fieldsOf(form, type)).filter(
    ([name, text]) => before[name] !== text,
  );
  return Object.fromEntries(changed);
}

interface Asked {
  begun: EditForm;
  status: Post['status'];
  now: Date;
  /** Null while it is not known: the server decides then. */
  horizon: Horizon | null;
}

/**
 * What keeps a form from being sent. What was not touched is not judged again, and of a draft
 * nothing is, but half an hour.
 */
export function editFaults(form: EditForm, { begun, status, now, horizon }: Asked): Faults {
  const faults: Faults = {};
  const { caption, when } = form;
  const isDraft = status === 'draft';
  const wrongCaption = isDraft || caption === begun.caption ? undefined : captionFault(caption);
  if (wrongCaption !== undefined) faults.caption = wrongCaption;
  const isMoved = when.date !== begun.when.date || when.time !== begun.when.time;
  const isHalf = (when.date === '') !== (when.time === '');
  const judged = isDraft ? isHalf : isMoved;
  const wrongTime = judged ? faultOfTime(when, now, { min: afterLead, horizon }) : null;
  if (wrongTime !== null) faults.when = wrongTime;
  return faults;
}

/** Within so many ms before its hour an edit may delay a post: it has to be prepared again. */
const LATE_MS = 60_000;

/** When an edit of this post begins to be late; null where it never is. */
export function lateFrom(post: Post): Date | null {
  const planned = plannedAt(post);
  if (post.status !== 'scheduled' || planned === null) return null;
  return new Date(planned.getTime() - LATE_MS);
}
