import { sql } from 'kysely';
import type { Notice } from '../notices/notices.repository.ts';
import type { Move, Problem } from './moves.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import type { Held } from './record.ts';

/** What a post says that nobody has approved yet, and how its owner is told. */
export const AWAITING = 'awaiting-approval';
export const AWAITING_CAUSE =
  'Este post ainda não foi aprovado. Sem aprovação, ele não sai na hora. Envie o link de novo ou dispense a aprovação.';
export const UNAPPROVED = 'unapproved';
export const UNAPPROVED_CAUSE =
  'A aprovação não chegou até a hora deste post, e ele não saiu. Voltou aos rascunhos: escolha um novo horário.';

export const CHANGE_ASKED = 'change-asked';
/** Of a draft: whoever approved it came too late. */
export const APPROVED_LATE = 'approved-late';
/** What is said of approvals, and is over with them. */
export const approvalCodes = [AWAITING, UNAPPROVED, CHANGE_ASKED, APPROVED_LATE] as const;

/** Nobody is reminded of what they have just asked for. */
export const JUST_ASKED_MS = 10 * 60_000;

/** A draft like any other: it goes out by nobody's clock. */
export const unapprovedColumns = sql`
  stage = 'idle', status = 'draft', next_look_at = null, error_code = ${UNAPPROVED},
  error_action = null, forecast_at = null, error_message = ${UNAPPROVED_CAUSE}`;

export const unapprovedNotice = ({ id, fence, workspace_id: workspaceId }: Held): Notice => ({
  workspaceId,
  postId: id,
  dedupeKey: `unapproved:${id}:${fence}`,
  code: UNAPPROVED,
  message: UNAPPROVED_CAUSE,
  action: 'wait',
});

/**
 * What a step comes to while an approval is missing. The post is made ready all the same, so that one
 * that comes a minute before the hour is in time; at the hour it goes back to the drafts. What may have
 * gone out unseen is looked for first.
 */
export function whileAwaiting(post: ClaimedPost): Move | undefined {
  if (post.awaiting_since === null || post.unseen_since !== null) return undefined;
  if (post.due_in_ms <= 0) return { kind: 'unapproved' };
  if (post.stage === 'preparing') return undefined;
  // What somebody asked to be changed says more than that an approval is missing.
  if (post.error_code === CHANGE_ASKED) return { kind: 'wait', ms: post.due_in_ms, isKept: true };
  const { awaiting_since: since } = post;
  const hour = post.scheduled_time.getTime();
  const awaitedMs = hour - post.due_in_ms - since.getTime();
  const problem: Problem = {
    code: AWAITING,
    cause: AWAITING_CAUSE,
    action: 'wait',
    ...(awaitedMs < JUST_ASKED_MS
      ? {}
      : { noticeKey: `awaiting:${post.id}:${hour}:${since.getTime()}` }),
  };
  return { kind: 'wait', ms: post.due_in_ms, problem };
}
