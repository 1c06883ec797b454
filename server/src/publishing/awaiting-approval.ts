import {
  AWAITING_APPROVAL,
  CHANGE_REQUESTED,
  UNAPPROVED,
} from '@pontual/contract/posts/issue-codes.ts';
import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { Transition, PostIssue } from './transitions.ts';
import type { ClaimedPost } from './claimed-post.ts';
import type { DisplayedIssue, PublicationPost } from './state.ts';

export const AWAITING_APPROVAL_CAUSE =
  'Este post ainda não foi aprovado. Sem aprovação, ele não sai na hora. Envie o link de novo ou dispense a aprovação.';
export const UNAPPROVED_CAUSE =
  'A aprovação não chegou até a hora deste post, e ele não saiu. Voltou aos rascunhos: escolha um novo horário.';

/** A request younger than this causes no reminder. */
export const JUST_REQUESTED_MS = 10 * 60_000;

export const unapprovedIssue: DisplayedIssue = {
  code: UNAPPROVED,
  cause: UNAPPROVED_CAUSE,
  action: null,
  forecastAt: null,
};

export const unapprovedNotification = (
  { id, workspaceId }: Pick<PublicationPost, 'id' | 'workspaceId'>,
  fence: number,
): NewNotification => ({
  workspaceId,
  postId: id,
  dedupeKey: `unapproved:${id}:${fence}`,
  code: UNAPPROVED,
  message: UNAPPROVED_CAUSE,
  action: 'wait',
});

/** The post is still prepared, so that a late approval is in time. An outage window is reconciled first. */
export function transitionWhileAwaiting(post: ClaimedPost): Transition | undefined {
  if (post.awaiting_since === null || post.outage_since !== null) return undefined;
  if (post.due_in_ms <= 0) return { kind: 'unapproved' };
  if (post.publication_state === 'preparing') return undefined;
  if (post.error_code === CHANGE_REQUESTED)
    return { kind: 'wait', ms: post.due_in_ms, keepsIssue: true };
  const { awaiting_since: since } = post;
  const dueAt = post.scheduled_time.getTime();
  const awaitedMs = dueAt - post.due_in_ms - since.getTime();
  const issue: PostIssue = {
    code: AWAITING_APPROVAL,
    cause: AWAITING_APPROVAL_CAUSE,
    action: 'wait',
    ...(awaitedMs < JUST_REQUESTED_MS
      ? {}
      : { notificationKey: `awaiting:${post.id}:${dueAt}:${since.getTime()}` }),
  };
  return { kind: 'wait', ms: post.due_in_ms, issue };
}
