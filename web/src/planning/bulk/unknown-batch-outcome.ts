import { isRefusal } from '../../api/api-error.ts';

/** Said only after the server has looked whether the key made a batch before. */
const newBatchCodes: ReadonlySet<string> = new Set([
  'PLAN_REQUIRED',
  'LIMIT_EXCEEDED',
  'INSTAGRAM_NOT_CONNECTED',
  'SCHEDULED_TIME_PAST',
  'VIDEO_UNFIT',
]);

/**
 * Whether posts may be there after a failure. `isRepeat`: no answer has come of the same key before, and
 * what is refused by then may only be that it was asked again.
 */
export function mayHaveBeenCreated(
  error: unknown,
  attempt: { isSent: boolean; isRepeat: boolean },
): boolean {
  if (!isRefusal(error)) return attempt.isSent || attempt.isRepeat;
  const isOfPosts = Object.keys(error.fields).some((field) => field.startsWith('posts.'));
  return attempt.isRepeat && !isOfPosts && !newBatchCodes.has(error.code);
}
