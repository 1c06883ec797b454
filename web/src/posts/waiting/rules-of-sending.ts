import { ApiError } from '../../api/api-error.ts';
import { isNoLine } from '../../api/no-line.ts';
import { arrivalOf } from '../create/unanswered.ts';
import { standingOf, type WaitingPost } from './waiting.ts';

/** Refusals that say nothing of the post: it goes out another time. */
const forNow: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'UPLOAD_NOT_FOUND']);
const UNAUTHENTICATED = 401;
const TOO_MANY = 429;
/** Between two attempts at a post that fails by itself: twice as long each time, up to the last. */
const FIRST_WAIT_MS = 30_000;
const LAST_WAIT_MS = 30 * 60_000;

/** One attempt, as far as it came. */
export interface Attempt {
  /** What stood there before it. */
  before: WaitingPost;
  /** Something of it went out. */
  hasBegun: boolean;
  /** All of it went out. */
  isWhole: boolean;
}

/**
 * The next that is sent by itself. What failed last comes last, so that it keeps no other from its turn.
 * `anew`: the line is back, or its user asks, and no wait holds.
 */
export function nextDue(
  posts: readonly WaitingPost[],
  { tried, now, anew }: { tried: ReadonlySet<string>; now: Date; anew: boolean },
): WaitingPost | undefined {
  return posts
    .filter(({ key, againAt }) => !tried.has(key) && (anew || againAt <= now.getTime()))
    .filter((post) => standingOf(post, now) === 'waits')
    .toSorted((a, b) => a.againAt - b.againAt || a.at - b.at)[0];
}

/** Just before it leaves: from here on it may arrive, whatever becomes of this page. */
export const leaving = (post: WaitingPost, now: Date): WaitingPost => ({
  ...post,
  sentAt: post.sentAt ?? now.getTime(),
});

/** What is kept of it after it failed. */
export function afterFailure(
  kept: WaitingPost,
  error: unknown,
  { before, hasBegun, isWhole }: Attempt,
  now: Date,
): WaitingPost {
  const arrived = arrivalOf(error, { isSent: isWhole, isRepeat: before.sentAt !== null });
  const sentAt =
    arrived === 'no' ? null : arrived === 'perhaps' ? leaving(kept, now).sentAt : before.sentAt;
  if (isRefused(error)) return { ...kept, sentAt, refusal: error.message };
  const isStopped = error instanceof DOMException && error.name === 'AbortError';
  const isCalm = endsRound(error) && (!hasBegun || statusOf(error) === UNAUTHENTICATED);
  // It is not to blame, and lets the others go first all the same.
  if (isCalm || isStopped) {
    return { ...kept, sentAt, againAt: now.getTime() };
  }
  const wait = Math.min(FIRST_WAIT_MS * 2 ** kept.failures, LAST_WAIT_MS);
  return { ...kept, sentAt, failures: kept.failures + 1, againAt: now.getTime() + wait };
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);

/** An answer to the post itself, which its user has to see. */
function isRefused(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  const isAnswer = (status >= 400 && status < 500) || code === 'UPLOAD_REFUSED';
  return isAnswer && status !== TOO_MANY && !forNow.has(code);
}

/** Whether no other post would fare better now. One that stands still says nothing of the others. */
export function endsRound(error: unknown): boolean {
  if (!(error instanceof ApiError) || isRefused(error)) return false;
  const { code, status } = error;
  if (status === TOO_MANY || status === UNAUTHENTICATED) return true;
  return isNoLine(error) && code !== 'UPLOAD_STALLED';
}
