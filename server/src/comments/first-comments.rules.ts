import type { FirstCommentState } from '@pontual/contract/posts.ts';
import { saysNoPermission, type InstagramProblem } from '../instagram/instagram.errors.ts';

/** A call this long after its intent is dropped: the worker was paused, another may have acted. */
export const INTENT_DEADLINE_MS = 5000;
/** How long a comment may still appear after it was sent; longer than any call may last. */
export const QUIESCENCE_MS = 90_000;
/** Instagram's clock and ours may differ by this much. */
export const CLOCK_SKEW_MS = 60_000;
/** After so long a first comment would surprise the post's owner more than its lack. */
export const GIVE_UP_MS = 24 * 3_600_000;

const MINUTE = 60_000;
const PAUSES_MS = [30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;
/** While an account is held up, or nothing can be told. */
export const HELD_UP_MS = 5 * MINUTE;

/** How long the next attempt waits after so many. */
export const pauseAfter = (attempts: number): number =>
  PAUSES_MS[Math.min(Math.max(attempts, 1), PAUSES_MS.length) - 1] ?? HELD_UP_MS;

/** The code of the mail about a comment that is missing below its post. */
export const NOT_COMMENTED = 'not-commented';

/** Why a comment waits, or is not there. */
export interface Standstill {
  reason: string;
  action: FirstCommentState['action'];
}

export const noPermission: Standstill = {
  reason:
    'A Pontual não tem permissão para comentar nesta conta. Reconecte para liberar os comentários: o primeiro comentário sai sozinho depois.',
  action: 'reconnect',
};
export const disconnected: Standstill = {
  reason:
    'A conta do Instagram precisa ser reconectada para comentar. Reconecte para o primeiro comentário sair.',
  action: 'reconnect',
};
export const heldBack: Standstill = {
  reason: 'O Instagram pediu uma pausa nesta conta. Tentamos de novo em alguns minutos.',
  action: null,
};
const refused: Standstill = {
  reason:
    'O Instagram não aceitou o comentário. Veja se os comentários do post estão abertos e tente de novo.',
  action: 'try_again',
};
const gone: Standstill = {
  reason: 'O post não está mais no Instagram, e o comentário não foi escrito.',
  action: null,
};
export const silent: Standstill = {
  reason: 'O Instagram não respondeu. Tentamos de novo em instantes.',
  action: null,
};
export const gaveUp: Standstill = {
  reason: 'O Instagram não aceitou o comentário por um dia inteiro. Tente de novo.',
  action: 'try_again',
};
export const unknownMedia: Standstill = {
  reason:
    'O Instagram não disse qual é o post publicado, e por isso não podemos comentar nele. Comente pelo aplicativo.',
  action: null,
};

/** What follows of a problem that Instagram told. */
export type Consequence =
  /** The call may have taken effect. */
  | { kind: 'doubt' }
  | { kind: 'wait'; ms: number | null; why: Standstill }
  | { kind: 'end'; why: Standstill };

/**
 * By numbers alone: Instagram localises its texts. A post is never touched by any of it.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function consequenceOf(problem: InstagramProblem): Consequence {
  const { code, waitMs = null } = problem;
  if (saysNoPermission(problem)) return { kind: 'end', why: noPermission };
  if (code === '100/33') return { kind: 'end', why: gone };
  switch (problem.class) {
    case 'transient':
      return { kind: 'doubt' };
    case 'blocked':
      // It is said of what took effect, too.
      return { kind: 'doubt' };
    case 'rate_limited':
    case 'quota':
      return { kind: 'wait', ms: waitMs, why: heldBack };
    case 'reconnect':
      return { kind: 'wait', ms: null, why: disconnected };
    case 'new_container':
    case 'not_ready':
      return { kind: 'wait', ms: waitMs, why: silent };
    case 'content':
    case 'bug':
      return { kind: 'end', why: refused };
  }
}

/** A text as Instagram may give it back. */
const plain = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim();

/** The comment of ours among those that were found. */
export function ownAmong<C extends { text: string; username: string | null }>(
  comments: readonly C[],
  own: { text: string; username: string },
): C | undefined {
  const isOurs = ({ username }: C) =>
    username === null || username.toLowerCase() === own.username.toLowerCase();
  return comments.find((comment) => isOurs(comment) && plain(comment.text) === plain(own.text));
}
