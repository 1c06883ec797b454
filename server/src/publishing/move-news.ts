import type { Notice } from '../notices/notices.repository.ts';
import type { PostEvent } from './events.ts';
import type { UnpublishedMove } from './move-columns.ts';
import { unapprovedNotice } from './awaiting.ts';
import type { PlanB } from './by-hand.ts';
import { heldNotice } from './holding.ts';
import type { Before, Held } from './record.ts';

/** What a move adds to the history that its owner reads. */
export function eventsOf(held: Held, move: UnpublishedMove, before: Before): PostEvent[] {
  const postId = held.id;
  switch (move.kind) {
    case 'prepared':
      return [{ postId, kind: 'prepared' }];
    case 'doubt':
      return [{ postId, kind: 'unanswered', detail: { code: move.code } }];
    case 'publish-again':
      return move.uncounted === 'never-sent' ? [] : [{ postId, kind: 'publish_again' }];
    case 'ended':
      return [
        { postId, kind: 'ended', detail: { status: move.status, cause: move.problem.cause } },
      ];
    case 'wait':
    case 'prepare-again':
      // Once for each reason, however often it is looked at.
      return move.problem === undefined || move.problem.code === before.error_code
        ? []
        : [{ postId, kind: 'waiting', detail: { cause: move.problem.cause } }];
    case 'held':
      return move.isTold ? [] : [{ postId, kind: 'held' }];
    case 'unapproved':
      return [{ postId, kind: 'unapproved' }];
    case 'by-hand':
      return [{ postId, kind: 'by_hand' }];
    case 'seen':
      return [];
  }
}

/** The mail that a move is worth: every end, and what its owner should see to. */
function noticeOf(held: Held, move: UnpublishedMove): Notice | undefined {
  if (move.kind === 'held') return move.isTold ? undefined : heldNotice(held, move.pauseId);
  if (move.kind === 'unapproved') return unapprovedNotice(held);
  const problem = 'problem' in move ? move.problem : undefined;
  const dedupeKey =
    move.kind === 'ended' ? `ended:${held.id}:${held.fence}` : (problem?.noticeKey ?? undefined);
  if (problem === undefined || dedupeKey === undefined) return undefined;
  const isAboutAccount = problem.isOfAccount === true && move.kind !== 'ended';
  return {
    workspaceId: held.workspace_id,
    postId: isAboutAccount ? null : held.id,
    dedupeKey,
    code: problem.code,
    message: problem.cause,
    action: problem.action,
  };
}

/**
 * All that is told of a move. An end at which its owner is told how to publish the post themselves is
 * told in that one mail; of a post that is only late it is a mail of its own.
 */
export function noticesOf(
  held: Held,
  move: UnpublishedMove,
  planB: PlanB | undefined,
): readonly Notice[] {
  const notice = noticeOf(held, move);
  if (planB === undefined) return notice === undefined ? [] : [notice];
  if (planB === 'ended') return notice === undefined ? [] : [{ ...notice, isPlanB: true }];
  const problem = 'problem' in move ? move.problem : undefined;
  const late: Notice = {
    workspaceId: held.workspace_id,
    postId: held.id,
    dedupeKey: `plan-b:${held.id}:${held.fence}`,
    code: problem?.code ?? LATE,
    message:
      planB === 'doubt'
        ? `${problem?.cause ?? SILENT} ${IN_DOUBT}`
        : (problem?.cause ?? UNCONFIRMED),
    action: problem?.action ?? 'wait',
    isPlanB: true,
  };
  // The same trouble, told of the account: the mail of the post says it.
  return notice === undefined ? [late] : [notice, late];
}

const LATE = 'late';
const SILENT = 'O Instagram não respondeu como devia.';
const IN_DOUBT =
  'Ainda não sabemos se este post saiu. Antes de publicar, veja se ele já está na sua conta.';
const UNCONFIRMED =
  'O Instagram não está aceitando publicações, e este post ainda não saiu. Continuamos tentando.';
