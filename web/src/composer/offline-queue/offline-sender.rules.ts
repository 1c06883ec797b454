import { ApiError } from '../../api/api-error.ts';
import { isConnectionError } from '../../api/connection-errors.ts';
import { classifyCreationFailure } from '../unanswered-requests.ts';
import { getOfflinePostStatus, type OfflinePost } from './offline-post.ts';

/** These errors say nothing about the post; it is retried. */
const temporaryCodes: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'UPLOAD_NOT_FOUND']);
const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;
/** In ms; the delay doubles with each failure. */
const FIRST_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 30 * 60_000;

export interface SendAttempt {
  original: OfflinePost;
  hasSentSome: boolean;
  hasSentAll: boolean;
}

/** Posts that failed come last, so that they do not block others. `ignoreBackoff` ignores their delays. */
export function findNextDue(
  posts: readonly OfflinePost[],
  { tried, now, ignoreBackoff }: { tried: ReadonlySet<string>; now: Date; ignoreBackoff: boolean },
): OfflinePost | undefined {
  return posts
    .filter(({ key, retryAt }) => !tried.has(key) && (ignoreBackoff || retryAt <= now.getTime()))
    .filter((post) => getOfflinePostStatus(post, now) === 'waits')
    .toSorted((a, b) => a.retryAt - b.retryAt || a.createdAt - b.createdAt)[0];
}

/** Called before the request: from now on the server may have the post, even if the page is closed. */
export const markSendStarted = (post: OfflinePost, now: Date): OfflinePost => ({
  ...post,
  sentAt: post.sentAt ?? now.getTime(),
});

export function applyFailure(
  stored: OfflinePost,
  error: unknown,
  { original, hasSentSome, hasSentAll }: SendAttempt,
  now: Date,
): OfflinePost {
  const arrival = classifyCreationFailure(error, {
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
  // The failure is not the post's fault: no backoff, but other posts go first.
  if (isTransient || isAborted) {
    return { ...stored, sentAt, retryAt: now.getTime() };
  }
  const wait = Math.min(FIRST_BACKOFF_MS * 2 ** stored.failures, MAX_BACKOFF_MS);
  return { ...stored, sentAt, failures: stored.failures + 1, retryAt: now.getTime() + wait };
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);

/** A response about the post itself, which the user must see. */
function isRefused(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  const isAnswer = (status >= 400 && status < 500) || code === 'UPLOAD_REFUSED';
  return isAnswer && status !== TOO_MANY_REQUESTS && !temporaryCodes.has(code);
}

/** True if other posts would fail, too; a stalled upload says nothing about them. */
export function shouldStopSending(error: unknown): boolean {
  if (!(error instanceof ApiError) || isRefused(error)) return false;
  const { code, status } = error;
  if (status === TOO_MANY_REQUESTS || status === UNAUTHENTICATED) return true;
  return isConnectionError(error) && code !== 'UPLOAD_STALLED';
}
