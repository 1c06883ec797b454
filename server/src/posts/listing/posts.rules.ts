import { formatMonthName } from '@pontual/contract/shared/brasilia-time.ts';
import {
  captionCounts,
  HASHTAG_MAX,
  hashtagIssue,
  MENTION_MAX,
} from '@pontual/contract/posts/captions.ts';
import {
  horizonEnd,
  limitsByPlan,
  planNames,
  type PlanId,
} from '@pontual/contract/billing/plans.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import {
  CAPTION_MAX,
  captionLength,
  type Post,
  type PostStatus,
} from '@pontual/contract/posts/posts.ts';
import type { PublicationState } from '../../platform/database/tables.ts';
import type { Refusal } from '../content/media.rules.ts';

/** The statuses that count against the monthly limit: posts that will be published or were published. */
export const countedStatuses = [
  'scheduled',
  'pending',
  'published',
] as const satisfies PostStatus[];

/**
 * Returns the reason in Portuguese why the plan does not allow another post at this time; undefined if
 * it does.
 */
export function planRefusal(request: {
  plan: PlanId;
  scheduledTime: Date;
  now: Date;
  postsInMonth: number;
}): string | undefined {
  const { plan, scheduledTime, now, postsInMonth } = request;
  const { maxPosts, maxScheduleDays } = limitsByPlan[plan];
  if (scheduledTime > horizonEnd(now, maxScheduleDays)) {
    return `O plano ${planNames[plan]} agenda até ${maxScheduleDays} dias à frente. Escolha uma data mais próxima.`;
  }
  if (maxPosts !== -1 && postsInMonth >= maxPosts) {
    return `Você usou os ${maxPosts} posts de ${formatMonthName(scheduledTime)} do plano ${planNames[plan]}.`;
  }
  return undefined;
}

/** Returns the reason why Instagram refuses this caption; undefined when it accepts it. */
export function captionRefusal(caption: string): Refusal | undefined {
  const isTooLong = captionLength(caption) > CAPTION_MAX;
  const { hashtags, mentions } = captionCounts(caption);
  const hasTooManyTags = hashtags > HASHTAG_MAX || mentions > MENTION_MAX;
  if (!isTooLong && !hasTooManyTags) return undefined;
  const message = isTooLong
    ? `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`
    : `A legenda aceita até ${HASHTAG_MAX} hashtags e ${MENTION_MAX} menções.`;
  return { code: 'VALIDATION', message, fields: { caption: message } };
}

/**
 * Returns warnings about an accepted post for its author. A story shows neither its caption nor a
 * first comment.
 */
export function listCaptionWarnings(
  post: Pick<Post, 'mediaType' | 'caption' | 'firstComment'>,
): string[] {
  if (post.mediaType === 'STORIES') return [];
  const remarks = [hashtagIssue(post.caption), hashtagIssue(post.firstComment, 'comentário')];
  return remarks.filter((remark) => remark !== undefined);
}

/** The state of a post that decides which changes are allowed. */
export interface PostState {
  status: PostStatus;
  publication_state: PublicationState;
  /** Its due time has passed and a worker holds its lease. */
  in_hand: boolean;
}

const isBeingPublished = ({ status, publication_state }: PostState) =>
  status === 'pending' || publication_state === 'publishing' || publication_state === 'reconciling';
const isInProgress = (post: PostState) => isBeingPublished(post) || post.in_hand;

/** Returns the reason why a post cannot be edited; undefined when it can. */
export function editRefusal(post: PostState): Refusal | undefined {
  if (isInProgress(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].edit ? undefined : { code: 'POST_NOT_EDITABLE' };
}

/** Returns the reason why a post cannot be published now; undefined when it can. */
export function publishNowRefusal(post: PostState): Refusal | undefined {
  if (isInProgress(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].publishNow ? undefined : { code: 'POST_NOT_PUBLISHABLE' };
}

/**
 * Returns the reason why a post cannot be deleted; undefined when it can. A leased post can be
 * deleted: its worker finds the row missing before it writes an intent.
 */
export function deleteRefusal(post: PostState): Refusal | undefined {
  if (isBeingPublished(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].delete ? undefined : { code: 'POST_NOT_DELETABLE' };
}

/** The change of the engine's state that an edit causes. */
export type EditEffect = 'none' | 'edited' | 'moved' | 'scheduled' | 'kept';

/**
 * Returns the effect of an edit on the engine. A draft has none. A post that was not published is
 * scheduled again by a new due time; without one the next attempt uses the stored changes.
 */
export function resolveEditEffect(
  status: PostStatus,
  changed: { content: boolean; dueTime: boolean },
): EditEffect {
  if (status === 'draft' || (!changed.content && !changed.dueTime)) return 'none';
  if (status === 'scheduled') return changed.content ? 'edited' : 'moved';
  return changed.dueTime ? 'scheduled' : 'kept';
}
