import { ApiError } from '../../api/api-error.ts';
import { isConnectionError } from '../../api/connection-errors.ts';
import { classifyFailure } from '../unanswered-requests.ts';
import { getOfflinePostStatus, type OfflinePost } from './offline-post.ts';

/** Refusals that say nothing of the post: it goes out another time. */
const temporaryCodes: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'UPLOAD_NOT_FOUND']);
const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;
/** Between two attempts at a post that fails by itself: twice as long each time, up to the last. */
const FIRST_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 30 * 60_000;

/** One attempt, as far as it came. */
export interface SendAttempt {
  /** What stood there before it. */
  original: OfflinePost;
  /** Something of it went out. */
  hasSentSome: boolean;
  /** All of it went out. */
  hasSentAll: boolean;
}

/**
 * The next that is sent by itself. What failed last comes last, so that it keeps no other from its turn.
 * `anew`: the line is back, or its user asks, and no wait holds.
 */
export function findNextDue(
  posts: readonly OfflinePost[],
  { tried, now, ignoreBackoff }: { tried: ReadonlySet<string>; now: Date; ignoreBackoff: boolean },
): OfflinePost | undefined {
  return posts
    .filter(({ key, retryAt }) => !tried.has(key) && (ignoreBackoff || retryAt <= now.getTime()))
    .filter((post) => getOfflinePostStatus(post, now) === 'waits')
    .toSorted((a, b) => a.retryAt - b.retryAt || a.createdAt - b.createdAt)[0];
}

/** Just before it leaves: from here on it may arrive, whatever becomes of this page. */
export const markSendStarted = (post: OfflinePost, now: Date): OfflinePost => ({
  ...post,
  sentAt: post.sentAt ?? now.getTime(),
});

/** What is kept of it after it failed. */
export function applyFailure(
  stored: OfflinePost,
  error: unknown,
  { original, hasSentSome, hasSentAll }: SendAttempt,
  now: Date,
): OfflinePost {
  const arrival = classifyFailure(error, {
    isSent: hasSentAll,
    isRepeat: original.sentAt !== null,
  });
  const sentAt =
    arrival === 'no'
      ? null
      : arrival === 'perhaps'
        ? markSendStarted(stored, now).sentAt
        : original.sentAt;
  if (isRefused(error)) return { ...stored, sentAt, refusal: error.message };
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  const isTransient =
    shouldStopSending(error) && (!hasSentSome || statusOf(error) === UNAUTHENTICATED);
  // It is not to blame, and lets the others go first all the same.
  if (isTransient || isAborted) {
    return { ...stored, sentAt, retryAt: now.getTime() };
  }
  const wait = Math.min(FIRST_BACKOFF_MS * 2 ** stored.failures, MAX_BACKOFF_MS);
  return { ...stored, sentAt, failures: stored.failures + 1, retryAt: now.getTime() + wait };
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);

/** An answer to the post itself, which its user has to see. */
function isRefused(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  const isAnswer = (status >= 400 && status < 500) || code === 'UPLOAD_REFUSED';
  return isAnswer && status !== TOO_MANY_REQUESTS && !temporaryCodes.has(code);
}

/** Whether no other post would fare better now. One that stands still says nothing of the others. */
export function shouldStopSending(error: unknown): boolean {
  if (!(error instanceof ApiError) || isRefused(error)) return false;
  const { code, status } = error;
  if (status === TOO_MANY_REQUESTS || status === UNAUTHENTICATED) return true;
  return isConnectionError(error) && code !== 'UPLOAD_STALLED';
}
