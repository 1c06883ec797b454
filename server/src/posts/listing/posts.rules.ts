import { formatMonthName } from '@pontual/contract/shared/brasilia-time.ts';
import {
  CAPTION_MAX,
  type InstagramLimits,
  MENTION_MAX,
} from '@pontual/contract/shared/instagram-limits.ts';
import { captionCounts, hashtagIssue } from '@pontual/contract/posts/captions.ts';
import {
  horizonEnd,
  limitsByPlan,
  planNames,
  type PlanId,
} from '@pontual/contract/billing/plans.ts';
import { publishableOptions } from '@pontual/contract/posts/post-changes.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import { captionLength, type Post, type PostStatus } from '@pontual/contract/posts/posts.ts';
import type { PublicationState } from '../../platform/database/rows.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';
import type { Refusal } from '../content/media.rules.ts';

/** Count against the monthly limit. */
export const countedStatuses = [
  'scheduled',
  'pending',
  'published',
] as const satisfies PostStatus[];

/** In Portuguese. */
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

export function captionRefusal(
  { maxHashtags }: InstagramLimits,
  caption: string,
): Refusal | undefined {
  const isTooLong = captionLength(caption) > CAPTION_MAX;
  const { hashtags, mentions } = captionCounts(caption);
  const hasTooManyTags = hashtags > maxHashtags || mentions > MENTION_MAX;
  if (!isTooLong && !hasTooManyTags) return undefined;
  const message = isTooLong
    ? `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`
    : `A legenda aceita até ${maxHashtags} hashtags e ${MENTION_MAX} menções.`;
  return { code: 'VALIDATION', message, fields: { caption: message } };
}

/** What a draft may exceed, in the order of the form; the limits of Instagram apply when it is scheduled. */
export function contentRefusal(limits: InstagramLimits, content: PostContent): Refusal | undefined {
  const refusal = captionRefusal(limits, content.caption);
  if (refusal !== undefined) return refusal;
  const [issue] = publishableOptions.safeParse(content).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const { message, path } = issue;
  return { code: 'VALIDATION', message, fields: { [String(path[0])]: message } };
}

/** A story shows neither its caption nor a first comment. */
export function listTextWarnings(
  post: Pick<Post, 'mediaType' | 'caption' | 'firstComment'>,
): string[] {
  if (post.mediaType === 'STORIES') return [];
  const textWarnings = [hashtagIssue(post.caption), hashtagIssue(post.firstComment, 'comentário')];
  return textWarnings.filter((warning) => warning !== undefined);
}

export interface WarningFacts {
  is_in_pause: boolean;
  /** Null when the account stays within its quota. */
  exceeded_quota: number | null;
}

/** In Portuguese. */
export function schedulingWarning({ is_in_pause, exceeded_quota }: WarningFacts): string | null {
  if (is_in_pause) {
    return 'As publicações estão pausadas: este post só sai se você retomar antes da hora.';
  }
  return exceeded_quota === null
    ? null
    : `A conta passa do limite de ${exceeded_quota} posts em 24 horas do Instagram nesse dia. O que passar sai assim que houver vaga.`;
}

export interface PostState {
  status: PostStatus;
  state: PublicationState;
  /** Its due time has passed and a worker holds its lease. */
  in_hand: boolean;
}

const isBeingPublished = ({ status, state }: PostState) =>
  status === 'pending' || state === 'publishing' || state === 'reconciling';
const isInProgress = (post: PostState) => isBeingPublished(post) || post.in_hand;

export function editRefusal(post: PostState): Refusal | undefined {
  if (isInProgress(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].edit ? undefined : { code: 'POST_NOT_EDITABLE' };
}

export function publishNowRefusal(post: PostState): Refusal | undefined {
  if (isInProgress(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].publishNow ? undefined : { code: 'POST_NOT_PUBLISHABLE' };
}

/** A leased post can be deleted: its worker finds the row missing before it writes an intent. */
export function deleteRefusal(post: PostState): Refusal | undefined {
  if (isBeingPublished(post)) return { code: 'POST_IN_PROGRESS' };
  return postPermissions[post.status].delete ? undefined : { code: 'POST_NOT_DELETABLE' };
}

export type EditEffect = 'none' | 'edited' | 'moved' | 'scheduled' | 'kept';

/** A new due time schedules an unpublished post again; without one the next attempt uses the changes. */
export function resolveEditEffect(
  status: PostStatus,
  changed: { content: boolean; dueTime: boolean },
): EditEffect {
  if (status === 'draft' || (!changed.content && !changed.dueTime)) return 'none';
  if (status === 'scheduled') return changed.content ? 'edited' : 'moved';
  return changed.dueTime ? 'scheduled' : 'kept';
}
