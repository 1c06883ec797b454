import { captionCounts } from '@pontual/contract/posts/captions.ts';
import type { InstagramLimits } from '@pontual/contract/shared/instagram-limits.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import type { CommentOffer } from '../../instagram/connection/comment-offer.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';
import { checkPlan, loadSchedulingFacts, type SchedulingFacts } from '../scheduling/limits.ts';
import { coverRefusal, mediaRefusal, type FileFacts, type Refusal } from './media.rules.ts';
import { tagRefusal } from './tag.rules.ts';
import { contentRefusal } from '../listing/posts.rules.ts';

/** @throws AppError with the code of the refusal, if there is one */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new AppError(refusal.code, refusal);
}

/**
 * @throws AppError VALIDATION, FILE_REQUIRED, TOO_MANY_FILES, CAROUSEL_SIZE, MEDIA_KIND, IMAGE_RATIO,
 * VIDEO_UNFIT
 */
export function checkPublishable(
  limits: InstagramLimits,
  type: MediaType,
  content: PostContent,
  files: readonly FileFacts[],
): void {
  throwIfRefused(contentRefusal(limits, content));
  throwIfRefused(mediaRefusal(limits, type, files));
  throwIfRefused(coverRefusal(type, content.thumbOffsetMs, files));
  throwIfRefused(tagRefusal(content.userTags, files));
}

/** A comment that the post has had before may stay. @throws AppError FIRST_COMMENT_UNAVAILABLE, VALIDATION */
export async function checkFirstComment(
  { commentOffer, instagramLimits }: FirstCommentRules,
  db: Db | Tx,
  { workspaceId, account }: { workspaceId: string; account: string | null },
  { before, after: { firstComment } }: { before: PostContent; after: PostContent },
): Promise<void> {
  if (firstComment === '' || firstComment === before.firstComment) return;
  if (!(await commentOffer.forAccount(db, workspaceId, account))) {
    const { message } = errorCatalogue.FIRST_COMMENT_UNAVAILABLE;
    throw new AppError('FIRST_COMMENT_UNAVAILABLE', { fields: { firstComment: message } });
  }
  const { maxHashtags } = instagramLimits;
  if (captionCounts(firstComment).hashtags <= maxHashtags) return;
  const message = `O primeiro comentário aceita até ${maxHashtags} hashtags.`;
  throw new AppError('VALIDATION', { message, fields: { firstComment: message } });
}

interface FirstCommentRules {
  commentOffer: CommentOffer;
  instagramLimits: InstagramLimits;
}

/** @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED */
export async function checkDueTime(
  db: Db | Tx,
  workspaceId: string,
  request: { scheduledTime: Date; needsConnection: boolean; postId?: string },
): Promise<SchedulingFacts> {
  const facts = await loadSchedulingFacts(db, workspaceId, request);
  if (request.scheduledTime <= facts.now) throw new AppError('SCHEDULED_TIME_PAST');
  checkPlan(facts, request.scheduledTime);
  if (request.needsConnection && facts.accounts.length === 0) {
    throw new AppError('INSTAGRAM_NOT_CONNECTED');
  }
  return facts;
}
