import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import { isPermissionError, type InstagramIssue } from '../../instagram/graph/errors.ts';

/** A call this long after its intent is dropped: the worker was paused, another may have acted. */
export const INTENT_DEADLINE_MS = 5000;
/** How long a comment may still appear after it was sent; longer than any call may last. */
export const QUIESCENCE_MS = 90_000;
/** Instagram's clock and ours may differ by this much. */
export const CLOCK_SKEW_MS = 60_000;
/** After so long a first comment would surprise the post's owner more than its lack. */
export const GIVE_UP_MS = 24 * 3_600_000;

const MINUTE = 60_000;
const RETRY_DELAYS_MS = [30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;
/** While an account is held up, or nothing can be told. */
export const THROTTLED_RETRY_MS = 5 * MINUTE;

/** How long the next attempt waits after so many. */
export const retryDelay = (attempts: number): number =>
  RETRY_DELAYS_MS[Math.min(Math.max(attempts, 1), RETRY_DELAYS_MS.length) - 1] ??
  THROTTLED_RETRY_MS;

/** The code of the mail about a comment that is missing below its post. */

/** Why a comment waits, or is not there. */
export interface CommentIssue {
  reason: string;
  action: FirstCommentState['action'];
}

export const permissionMissing: CommentIssue = {
  reason:
    'A Pontual não tem permissão para comentar nesta conta. Reconecte para liberar os comentários: o primeiro comentário sai sozinho depois.',
  action: 'reconnect',
};
export const disconnected: CommentIssue = {
  reason:
    'A conta do Instagram precisa ser reconectada para comentar. Reconecte para o primeiro comentário sair.',
  action: 'reconnect',
};
export const throttled: CommentIssue = {
  reason: 'O Instagram pediu uma pausa nesta conta. Tentamos de novo em alguns minutos.',
  action: null,
};
const rejected: CommentIssue = {
  reason:
    'O Instagram não aceitou o comentário. Veja se os comentários do post estão abertos e tente de novo.',
  action: 'try_again',
};
const postDeleted: CommentIssue = {
  reason: 'O post não está mais no Instagram, e o comentário não foi escrito.',
  action: null,
};
export const noAnswer: CommentIssue = {
  reason: 'O Instagram não respondeu. Tentamos de novo em instantes.',
  action: null,
};
export const timedOut: CommentIssue = {
  reason: 'O Instagram não aceitou o comentário por um dia inteiro. Tente de novo.',
  action: 'try_again',
};
export const unknownMedia: CommentIssue = {
  reason:
    'O Instagram não disse qual é o post publicado, e por isso não podemos comentar nele. Comente pelo aplicativo.',
  action: null,
};

/** What follows of a problem that Instagram told. */
export type FailureDecision =
  /** The call may have taken effect. */
  | { kind: 'doubt' }
  | { kind: 'wait'; ms: number | null; issue: CommentIssue }
  | { kind: 'end'; issue: CommentIssue };

/**
 * By numbers alone: Instagram localises its texts. A post is never touched by any of it.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function decideAfterProblem(problem: InstagramIssue): FailureDecision {
  const { code, waitMs = null } = problem;
  if (isPermissionError(problem)) return { kind: 'end', issue: permissionMissing };
  if (code === '100/33') return { kind: 'end', issue: postDeleted };
  switch (problem.class) {
    case 'transient':
      return { kind: 'doubt' };
    case 'blocked':
      // It is said of what took effect, too.
      return { kind: 'doubt' };
    case 'rate_limited':
    case 'quota':
      return { kind: 'wait', ms: waitMs, issue: throttled };
    case 'reconnect':
      return { kind: 'wait', ms: null, issue: disconnected };
    case 'new_container':
    case 'not_ready':
      return { kind: 'wait', ms: waitMs, issue: noAnswer };
    case 'content':
    case 'bug':
      return { kind: 'end', issue: rejected };
  }
}

/** A text as Instagram may give it back. */
const normalizeText = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim();

/** The comment of ours among those that were found. */
export function findOwnComment<C extends { text: string; username: string | null }>(
  comments: readonly C[],
  own: { text: string; username: string },
): C | undefined {
  const isOurs = ({ username }: C) =>
    username === null || username.toLowerCase() === own.username.toLowerCase();
  return comments.find(
    (comment) => isOurs(comment) && normalizeText(comment.text) === normalizeText(own.text),
  );
}
