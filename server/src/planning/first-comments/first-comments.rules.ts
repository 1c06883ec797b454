import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import { appLimited } from '../../instagram/graph/error-table.ts';
import { isPermissionError, type InstagramIssue } from '../../instagram/graph/errors.ts';

/** Later, a comment would surprise the owner more than a missing one. */
export const COMMENT_GIVE_UP_MS = 24 * 3_600_000;

const MINUTE = 60_000;
const RETRY_DELAYS_MS = [30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;
/** Used while an account is throttled, or when Instagram names no delay. */
export const THROTTLED_RETRY_MS = 5 * MINUTE;

export const retryDelay = (attempts: number): number =>
  RETRY_DELAYS_MS[Math.min(Math.max(attempts, 1), RETRY_DELAYS_MS.length) - 1] ??
  THROTTLED_RETRY_MS;

export interface CommentIssue {
  reason: string;
  action: FirstCommentState['action'];
}

export const commentPermissionMissing: CommentIssue = {
  reason:
    'A Pontual não tem permissão para comentar nesta conta. Reconecte para liberar os comentários: o primeiro comentário sai sozinho depois.',
  action: 'reconnect',
};
export const reconnectNeeded: CommentIssue = {
  reason:
    'A conta do Instagram precisa ser reconectada para comentar. Reconecte para o primeiro comentário sair.',
  action: 'reconnect',
};
export const throttled: CommentIssue = {
  reason: 'O Instagram pediu uma pausa nesta conta. Tentamos de novo em alguns minutos.',
  action: null,
};
export const appThrottled: CommentIssue = { reason: appLimited.cause, action: null };
const rejected: CommentIssue = {
  reason:
    'O Instagram não aceitou o comentário. Veja se os comentários do post estão abertos e tente de novo.',
  action: 'try_again',
};
/** Instagram returns the same code for a deleted post and during outages. */
export const postNotFound: CommentIssue = {
  reason: 'O Instagram não encontrou o post agora. Tentamos de novo em meia hora.',
  action: null,
};
export const postDeleted: CommentIssue = {
  reason:
    'O Instagram não encontrou o post por um dia inteiro. Se ele ainda está lá, tente de novo.',
  action: 'try_again',
};
export const commentUnanswered: CommentIssue = {
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

export type FailureDecision =
  | { kind: 'unknown' }
  | { kind: 'wait'; ms: number | null; issue: CommentIssue }
  | { kind: 'end'; issue: CommentIssue };

/**
 * Decides by error codes alone, because Instagram localises its texts.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function decideAfterIssue(issue: InstagramIssue): FailureDecision {
  const { code, waitMs = null } = issue;
  if (isPermissionError(issue)) return { kind: 'end', issue: commentPermissionMissing };
  if (code === '100/33') return { kind: 'wait', ms: 30 * MINUTE, issue: postNotFound };
  switch (issue.class) {
    case 'transient':
      return { kind: 'unknown' };
    case 'blocked':
      // Instagram returns this error for calls that took effect, too.
      return { kind: 'unknown' };
    case 'rate_limited':
    case 'quota':
      return { kind: 'wait', ms: waitMs, issue: throttled };
    case 'app_limited':
      return { kind: 'wait', ms: waitMs, issue: appThrottled };
    case 'reconnect':
      return { kind: 'wait', ms: null, issue: reconnectNeeded };
    case 'new_container':
    case 'not_ready':
      return { kind: 'wait', ms: waitMs, issue: commentUnanswered };
    case 'content':
    case 'bug':
      return { kind: 'end', issue: rejected };
  }
}

/** Instagram may return a text in another normalisation. */
const normalizeText = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim();

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
