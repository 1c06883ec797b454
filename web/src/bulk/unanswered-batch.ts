import { isRefusal } from '../api/api-error.ts';

/** Said only after the server has looked whether the key made a batch before. */
const saidOfNewBatches: ReadonlySet<string> = new Set([
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
export function mayBeMade(error: unknown, run: { isSent: boolean; isRepeat: boolean }): boolean {
  if (!isRefusal(error)) return run.isSent || run.isRepeat;
  const isOfPosts = Object.keys(error.fields).some((field) => field.startsWith('posts.'));
  return run.isRepeat && !isOfPosts && !saidOfNewBatches.has(error.code);
}
