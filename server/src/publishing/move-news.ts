import type { Notice } from '../notices/notices.repository.ts';
import type { PostEvent } from './events.ts';
import type { UnpublishedMove } from './move-columns.ts';
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
    case 'seen':
      return [];
  }
}

/** The mail that a move is worth: every end, and what its owner should see to. */
export function noticeOf(held: Held, move: UnpublishedMove): Notice | undefined {
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
