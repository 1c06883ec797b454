import { isRefusal } from '../../api/api-error.ts';

/** The server returns these codes only after it has found no batch with this key. */
const newBatchCodes: ReadonlySet<string> = new Set([
  'PLAN_REQUIRED',
  'LIMIT_EXCEEDED',
  'INSTAGRAM_NOT_CONNECTED',
  'SCHEDULED_TIME_PAST',
  'VIDEO_UNFIT',
]);

/** `isRepeat`: the same request got no response before, so a refusal may concern the repetition only. */
export function mayHaveBeenCreated(
  error: unknown,
  attempt: { isSent: boolean; isRepeat: boolean },
): boolean {
  if (!isRefusal(error)) return attempt.isSent || attempt.isRepeat;
  const isOfPosts = Object.keys(error.fields).some((field) => field.startsWith('posts.'));
  return attempt.isRepeat && !isOfPosts && !newBatchCodes.has(error.code);
}
