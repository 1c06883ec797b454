import type { MediaType } from '@pontual/contract/posts.ts';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { PostContent } from './posts.content.ts';
import { checkPlan, hourFacts, type HourFacts } from './posts.limits.ts';
import { coverRefusal, mediaRefusal, type FileFacts, type Refusal } from './posts.media.rules.ts';
import { tagRefusal } from './posts.tag.rules.ts';
import { captionRefusal } from './posts.rules.ts';

/** @throws AppError when there is a reason to. */
export function refuse(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new AppError(refusal.code, refusal);
}

/**
 * Whether Instagram would take this post.
 * @throws AppError VALIDATION, FILE_REQUIRED, TOO_MANY_FILES, CAROUSEL_SIZE, MEDIA_KIND,
 *   IMAGE_RATIO, VIDEO_UNFIT
 */
export function checkFit(type: MediaType, content: PostContent, files: readonly FileFacts[]): void {
  refuse(captionRefusal(content.caption));
  refuse(mediaRefusal(type, files));
  refuse(coverRefusal(type, content.thumbOffsetMs, files));
  refuse(tagRefusal(content.userTags, files));
}

/**
 * Whether a post may be given this hour; answers what decided it.
 * @throws AppError SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED
 */
export async function checkHour(
  db: Db | Tx,
  workspaceId: string,
  asked: { scheduledTime: Date; needsConnection: boolean; postId?: string },
): Promise<HourFacts> {
  const facts = await hourFacts(db, workspaceId, asked);
  if (asked.scheduledTime <= facts.now) throw new AppError('SCHEDULED_TIME_PAST');
  checkPlan(facts, asked.scheduledTime);
  if (asked.needsConnection && !facts.isConnected) throw new AppError('INSTAGRAM_NOT_CONNECTED');
  return facts;
}
