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

/** The posts that the monthly limit counts: those that go out, and those that went out. */
export const countedStatuses = [
  'scheduled',
  'pending',
  'published',
] as const satisfies PostStatus[];

/** Why the plan does not allow one more post at this time, in Portuguese; undefined when it does. */
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

/** Why Instagram would not take this caption; undefined when it would. */
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

/** What the author of an accepted post may want to change. A story shows neither text. */
export function listCaptionWarnings(
  post: Pick<Post, 'mediaType' | 'caption' | 'firstComment'>,
): string[] {
  if (post.mediaType === 'STORIES') return [];
  const remarks = [hashtagIssue(post.caption), hashtagIssue(post.firstComment, 'comentário')];
  return remarks.filter((remark) => remark !== undefined);
}

/** Where a post is, for whoever wants to change it. */
export interface PostState {
  status: PostStatus;
  stage: PublicationState;
  /** Its hour has come, and somebody is taking its next step this very moment. */
  in_hand: boolean;
}

const isBeingPublished = ({ status, stage }: PostState) =>
  status === 'pending' || stage === 'publishing' || stage === 'doubt';
const isInProgress = (post: PostState) => isBeingPublished(post) || post.in_hand;

/** Why a post cannot be edited; undefined when it can. */
export function editRefusal(post: PostState): Refusal | undefined {
  if (isInProgress(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].edit ? undefined : { code: 'POST_NOT_EDITABLE' };
}

/** Why a post cannot be published now; undefined when it can. */
export function publishNowRefusal(post: PostState): Refusal | undefined {
  if (isInProgress(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].publishNow ? undefined : { code: 'POST_NOT_PUBLISHABLE' };
}

/**
 * Why a post cannot be deleted; undefined when it can. Whoever has it in hand finds it gone before an
 * intent is written.
 */
export function deleteRefusal(post: PostState): Refusal | undefined {
  if (isBeingPublished(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].delete ? undefined : { code: 'POST_NOT_DELETABLE' };
}

/** What the engine is told after an edit. */
export type EditEffect = 'none' | 'edited' | 'moved' | 'scheduled' | 'kept';

/**
 * A draft waits for its owner. A post that did not go out is scheduled again by a new hour; without
 * one, what was changed is kept for the next attempt.
 */
export function resolveEditEffect(
  status: PostStatus,
  changed: { content: boolean; dueTime: boolean },
): EditEffect {
  if (status === 'draft' || (!changed.content && !changed.dueTime)) return 'none';
  if (status === 'scheduled') return changed.content ? 'edited' : 'moved';
  return changed.dueTime ? 'scheduled' : 'kept';
}
